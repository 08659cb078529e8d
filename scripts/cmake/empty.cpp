// A source for the target of the precompiled header, which must have one.
