"""The seal at the end of every file, read and written without the program; see src/store/FORMAT.md."""
import struct
import zlib

import h5py

BLOCK = 1 << 14
MAGIC = b"nimsweep seal 1\n"
FOOTER = struct.Struct("<QQII16s")


def blocks_of(data, ends):
    begin = 0
    for end in ends:
        for start in range(begin, end, BLOCK):
            yield data[start:min(start + BLOCK, end)]
        begin = end


def sealed(data, ends):
    sums = [zlib.crc32(block) for block in blocks_of(data, ends)]
    seal = struct.pack(f"<{len(sums)}I{len(ends)}Q", *sums, *ends)
    seal += struct.pack("<QQI", len(ends), len(data), BLOCK)
    return data + seal + struct.pack("<I", zlib.crc32(seal)) + MAGIC


def parts_of(whole):
    """The sealed data and the ends of its areas; checks every byte of the seal."""
    areas, size, block, _, magic = FOOTER.unpack(whole[-FOOTER.size:])
    assert (block, magic) == (BLOCK, MAGIC)
    ends = struct.unpack_from(f"<{areas}Q", whole, len(whole) - FOOTER.size - 8 * areas)
    assert sealed(whole[:size], ends) == whole
    return whole[:size], ends


def reseal(path):
    """Seals a file that another program has changed, as if written that way originally."""
    data = path.read_bytes()
    if data.endswith(MAGIC):
        data = data[:FOOTER.unpack(data[-FOOTER.size:])[1]]
    path.write_bytes(sealed(data, [len(data)]))


def reseal_values(path, case):
    """The same after changing values: chunks have their own checksums. For a table of few chunks."""
    with h5py.File(path, "r+") as file:
        value, sums = file[case]["value"], file[case]["checksums"]
        places = sorted(value.id.get_chunk_info(k).chunk_offset for k in range(value.id.get_num_chunks()))
        sums[...] = [zlib.crc32(value.id.read_direct_chunk(place)[1]) for place in places]
    reseal(path)
