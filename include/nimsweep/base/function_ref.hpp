// A reference to a callable object, as std::function_ref will be. It does not own what it calls, so
// it is for parameters only. Visitors of options and lines of play are passed this way: no
// allocation, and no template in a virtual function.
#pragma once

#include <memory>
#include <utility>

namespace nimsweep {

template <class Signature>
class FunctionRef;

template <class Result, class... Args>
class FunctionRef<Result(Args...)> {
 public:
  // Implicit on purpose: a lambda is the usual argument.
  template <class Callable>
  FunctionRef(const Callable& callable) noexcept
      : object_(std::addressof(callable)), call_([](const void* object, Args... args) -> Result {
          return (*static_cast<const Callable*>(object))(std::forward<Args>(args)...);
        }) {}

  Result operator()(Args... args) const { return call_(object_, std::forward<Args>(args)...); }

 private:
  const void* object_;
  Result (*call_)(const void*, Args...);
};

}  // namespace nimsweep
