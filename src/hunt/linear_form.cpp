#include "hunt/linear_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>
#include <utility>

#include "nimsweep/claims/claim.hpp"

namespace nimsweep::hunt_detail {

namespace {

constexpr int kParameterCost = 3;  // a constant costs what it is

// N - n is d, as the papers write it.
struct Terms {
  int n, N, d, r, constant;
};

Terms terms_of(const LinearForm& form) {
  const int d = form.N > 0 && form.n < 0 ? std::min(form.N, -form.n) : 0;
  return {form.n + d, form.N - d, d, form.r, form.constant};
}

}  // namespace

int LinearForm::cost() const noexcept {
  const Terms terms = terms_of(*this);
  return kParameterCost * (std::abs(terms.n) + std::abs(terms.N) + terms.d + std::abs(terms.r)) +
         std::abs(constant);
}

std::string LinearForm::text() const {
  const Terms terms = terms_of(*this);
  std::vector<std::pair<int, std::string_view>> parts = {
      {terms.n, "n"}, {terms.N, "N"}, {terms.d, "d"}, {terms.r, "r"}, {terms.constant, ""}};
  std::erase_if(parts, [](const auto& part) { return part.first == 0; });
  // Positive terms come first.
  std::stable_partition(parts.begin(), parts.end(),
                        [](const auto& part) { return part.first > 0; });
  std::string text;
  for (const auto& [factor, name] : parts) {
    if (!text.empty())
      text += factor < 0 ? " - " : " + ";
    else if (factor < 0)
      text += "-";
    const int size = std::abs(factor);
    if (name.empty())
      text += fmt::format("{}", size);
    else
      text += size == 1 ? std::string(name) : fmt::format("{} * {}", size, name);
  }
  return text.empty() ? "0" : text;
}

bool comes_before(const LinearForm& a, const LinearForm& b) {
  // Fewer parameters, fewer of them subtracted, n before r before N.
  const auto key = [](const LinearForm& form) {
    const Terms terms = terms_of(form);
    const int used = (terms.n != 0) + (terms.N != 0) + (terms.d != 0) + (terms.r != 0);
    const int minus = (terms.n < 0) + (terms.N < 0) + (terms.r < 0);
    return std::tuple(form.cost(), used, minus, terms.d, std::abs(terms.N), std::abs(terms.r),
                      terms.constant < 0, form);
  };
  return key(a) < key(b);
}

std::vector<LinearForm> forms_up_to(int cost, bool with_r) {
  std::vector<LinearForm> forms;
  const int most = cost / kParameterCost;
  for (int n = -2 * most; n <= most; ++n)
    for (int N = -most; N <= 2 * most; ++N)
      for (int r = with_r ? -most : 0; r <= (with_r ? most : 0); ++r)
        for (int constant = -cost; constant <= cost; ++constant) {
          const LinearForm form{n, N, r, constant};
          if (form.cost() <= cost) forms.push_back(form);
        }
  std::sort(forms.begin(), forms.end(), comes_before);
  return forms;
}

bool fits(const LinearForm& form, const Sighting& sighting, bool modulo_n) {
  const int number = form.at(sighting.parameters);
  return modulo_n ? reduced(number, sighting.parameters.n) == sighting.number
                  : number == sighting.number;
}

LinearForm best_fit(std::span<const LinearForm> forms, std::span<const Sighting> sightings,
                    bool modulo_n) {
  LinearForm best;
  std::ptrdiff_t most = -1;
  for (const LinearForm& form : forms) {
    const auto count =
        std::count_if(sightings.begin(), sightings.end(),
                      [&](const Sighting& sighting) { return fits(form, sighting, modulo_n); });
    if (count > most) {
      most = count;
      best = form;
    }
    if (most == std::ssize(sightings)) break;
  }
  return best;
}

}  // namespace nimsweep::hunt_detail
