// Colours that colour-blind readers can tell apart: Okabe and Ito's, grey for black. From the ninth
// player on they repeat, with a stripe.

const SEAT_COLOURS = ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#999999"];
const NOBODY_COLOUR = "#e8e8e4";

function seatColour(seat) {
  return SEAT_COLOURS[seat % SEAT_COLOURS.length];
}

function hasStripe(seat) {
  return seat >= SEAT_COLOURS.length;
}

// Black or white, whichever is easier to read on a colour.
function inkOn(colour) {
  const [red, green, blue] = [1, 3, 5].map(at => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? "#000000" : "#ffffff";
}

// From dark blue for small numbers to yellow for the largest.
const SCALE = [
  [0, 32, 77],
  [66, 78, 108],
  [124, 123, 120],
  [186, 171, 102],
  [255, 234, 70],
];

function scaleColour(part) {
  const place = Math.min(Math.max(part, 0), 1) * (SCALE.length - 1);
  const at = Math.min(Math.floor(place), SCALE.length - 2);
  const mixed = SCALE[at].map((low, k) => Math.round(low + (SCALE[at + 1][k] - low) * (place - at)));
  return `#${mixed.map(part8 => part8.toString(16).padStart(2, "0")).join("")}`;
}

// A player as a small mark: "P_2" on their colour.
function seatMark(seat) {
  const mark = element("span", {class: hasStripe(seat) ? "seat stripe" : "seat"}, `P_${seat}`);
  mark.style.backgroundColor = seatColour(seat);
  mark.style.color = inkOn(seatColour(seat));
  return mark;
}
