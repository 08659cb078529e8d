#include "nimsweep/exports/heat_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "nimsweep/base/text.hpp"

namespace nimsweep {

namespace {

// In pixels.
constexpr std::size_t kLongestSide = 720;
constexpr std::size_t kLargestCell = 34;
constexpr std::size_t kCellWithLabel = 16;
constexpr std::size_t kCellWithGap = 6;
constexpr std::size_t kLeft = 64;
constexpr std::size_t kTop = 76;
constexpr std::size_t kMargin = 16;
constexpr std::size_t kKeyHeight = 24;
constexpr std::size_t kTickRoom = 30;

std::string in_svg(std::string_view text) {
  return escaped(text, {{'<', "&lt;"}, {'>', "&gt;"}, {'&', "&amp;"}});
}

// Black or white, whichever is readable on this colour.
std::string_view ink_on(const std::string& colour) {
  const auto part = [&](std::size_t from) {
    return std::strtol(colour.substr(from, 2).c_str(), nullptr, 16);
  };
  const long brightness = 299 * part(1) + 587 * part(3) + 114 * part(5);
  return brightness > 120'000 ? "#000" : "#fff";
}

// Cells from one number on an axis to the next: 1, 2, 5, 10, 20, ..
std::size_t tick_step(std::size_t cell) {
  for (std::size_t power = 1;; power *= 10)
    for (const std::size_t step : {power, 2 * power, 5 * power})
      if (step * cell >= kTickRoom) return step;
}

class Drawing {
 public:
  explicit Drawing(const HeatMap& map)
      : map_(map),
        rows_(map.down.length),
        columns_(map.across.length),
        cell_(std::clamp<std::size_t>(kLongestSide / std::max(rows_, columns_), 1, kLargestCell)) {}

  std::string svg() && {
    draw_cells();
    if (cell_ >= kCellWithGap) draw_gaps();
    if (cell_ >= kCellWithLabel) draw_labels();
    draw_axes();
    draw_legend();
    // The longest text takes about 7 pixels per letter.
    std::size_t letters = map_.title.size();
    for (const HeatMap::Key& key : map_.legend) letters = std::max(letters, key.meaning.size() + 4);
    const std::size_t width = std::max(kLeft + columns_ * cell_, kMargin + 7 * letters) + kMargin;
    const std::size_t height = bottom() + kMargin + map_.legend.size() * kKeyHeight + kMargin;
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
        "viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" font-size=\"12\">\n"
        "<title>{2}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
        "<text x=\"{3}\" y=\"24\" font-size=\"14\">{2}</text>\n{4}</svg>\n",
        width, height, in_svg(map_.title), kMargin, body_);
  }

 private:
  const HeatMap::Cell& at(std::size_t row, std::size_t column) const {
    return map_.cells[row * columns_ + column];
  }
  std::size_t x(std::size_t column) const { return kLeft + column * cell_; }
  std::size_t y(std::size_t row) const { return kTop + row * cell_; }
  std::size_t bottom() const { return y(rows_); }

  // A run of one colour is one rectangle.
  void draw_cells() {
    body_ += "<g class=\"cells\" shape-rendering=\"crispEdges\">\n";
    for (std::size_t row = 0; row < rows_; ++row)
      for (std::size_t from = 0, to = 0; from < columns_; from = to) {
        while (to < columns_ && at(row, to).colour == at(row, from).colour) ++to;
        body_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n",
                             x(from), y(row), (to - from) * cell_, cell_, at(row, from).colour);
      }
    body_ += "</g>\n";
  }

  void draw_gaps() {
    std::string path;
    for (std::size_t row = 1; row < rows_; ++row)
      path += fmt::format("M{} {}H{}", kLeft, y(row), x(columns_));
    for (std::size_t column = 1; column < columns_; ++column)
      path += fmt::format("M{} {}V{}", x(column), kTop, bottom());
    body_ += fmt::format("<path d=\"{}\" stroke=\"#fff\"/>\n", path);
  }

  void draw_labels() {
    body_ += "<g class=\"labels\" text-anchor=\"middle\">\n";
    for (std::size_t row = 0; row < rows_; ++row)
      for (std::size_t column = 0; column < columns_; ++column)
        body_ += fmt::format("<text x=\"{}\" y=\"{}\" fill=\"{}\">{}</text>\n",
                             x(column) + cell_ / 2, y(row) + cell_ / 2 + 4,
                             ink_on(at(row, column).colour), in_svg(at(row, column).label));
    body_ += "</g>\n";
  }

  // Round numbers, and the name of each axis.
  void draw_axes() {
    const std::size_t step = tick_step(cell_);
    body_ += "<g fill=\"#555\">\n";
    const auto is_tick = [&](std::uint64_t number) { return number % step == 0; };
    for (std::size_t k = 0; k < columns_; ++k)
      if (is_tick(map_.across.from + k))
        body_ += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                             x(k) + cell_ / 2, kTop - 6, map_.across.from + k);
    for (std::size_t k = 0; k < rows_ && !map_.down.name.empty(); ++k)
      if (is_tick(map_.down.from + k))
        body_ += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", kLeft - 6,
                             y(k) + cell_ / 2 + 4, map_.down.from + k);
    body_ += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", kLeft, kTop - 24,
                         in_svg(map_.across.name));
    body_ += fmt::format(
        "<text transform=\"translate({} {}) rotate(-90)\" text-anchor=\"end\">{}</text>\n",
        kMargin + 8, kTop, in_svg(map_.down.name));
    body_ += "</g>\n";
  }

  void draw_legend() {
    std::size_t top = bottom() + kMargin;
    for (const HeatMap::Key& key : map_.legend) {
      body_ += fmt::format(
          "<rect x=\"{}\" y=\"{}\" width=\"14\" height=\"14\" fill=\"{}\"/>"
          "<text x=\"{}\" y=\"{}\">{}</text>\n",
          kLeft, top, key.colour, kLeft + 22, top + 12, in_svg(key.meaning));
      top += kKeyHeight;
    }
  }

  const HeatMap& map_;
  std::size_t rows_;
  std::size_t columns_;
  std::size_t cell_;  // the side of a cell
  std::string body_;
};

}  // namespace

std::string svg_of(const HeatMap& map) {
  return Drawing(map).svg();
}

bool begins_like_a_picture(std::string_view beginning) {
  return beginning.starts_with("<svg ");
}

}  // namespace nimsweep
