#include "job/family_list.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nimsweep::job_detail {

namespace {

void add_families(const MatrixSource& source, std::vector<RowFamily>& families) {
  using Kind = MatrixSource::Kind;
  if (source.kind == Kind::sam) {
    families.push_back(RowFamily::shifted(0));
  } else if (source.kind == Kind::ssam && source.shifts.empty()) {
    families.push_back(RowFamily::every_shift());
  } else if (source.kind == Kind::ssam) {
    for (const int r : source.shifts) families.push_back(RowFamily::shifted(r));
  } else if (source.kind == Kind::formula && source.shifts.empty()) {
    families.push_back(RowFamily::by_formula(*source.formula));
  } else if (source.kind == Kind::formula) {
    for (const int r : source.shifts) families.push_back(RowFamily::by_formula(*source.formula, r));
  } else {
    throw Error(ErrorKind::input,
                "these are not for every number of players; expected sam, ssam, reverse, or a "
                "formula with equal rows");
  }
}

std::vector<RowFamily> families_of_job(const JobSpec& job) {
  std::vector<RowFamily> families;
  for (const MatrixSource& source : job.matrices)
    job.at(source.place, "matrices", [&] { add_families(source, families); });
  return families;
}

}  // namespace

std::vector<RowFamily> families_of(const JobSpec& job, const ClaimSpec& spec) {
  const bool has_own = !spec.claim.matrix.empty();
  if (has_own && (spec.names_matrix || !job.names_matrices))
    return {
        job.at(spec.place, spec.claim.name, [&] { return RowFamily::parse(spec.claim.matrix); })};
  std::vector<RowFamily> families = families_of_job(job);
  if (spec.claim.matrix == Claim::kEveryShift)
    std::erase_if(families, [](const RowFamily& family) {
      return family.direction() != RowFamily::Direction::up;
    });
  const auto own = std::ranges::find_if(
      families, [&](const RowFamily& f) { return f.text() == spec.claim.matrix; });
  return own == families.end() ? families : std::vector{*own};
}

}  // namespace nimsweep::job_detail
