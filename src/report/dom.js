// Makes elements, never from markup: whatever the data hold appears as text.

// Children may be lists; null is skipped.
function present(children) {
  return children.flat(Infinity).filter(child => child !== null);
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...present(children));
  return node;
}

// An attribute whose value is a function listens to the event of that name.
function element(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

function svgElement(name, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function replaceContent(node, ...children) {
  node.replaceChildren(...present(children));
}

// "331776" as "331,776"; numbers that may be huge are strings of digits.
function grouped(digits) {
  return String(digits).replace(/\B(?=(\d{3})+$)/g, ",");
}

function counted(count, noun, plural = `${noun}s`) {
  return `${grouped(count)} ${String(count) === "1" ? noun : plural}`;
}

function bytesText(bytes) {
  const units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"];
  let number = Number(bytes);
  let unit = 0;
  for (; number >= 999.5 && unit + 1 < units.length; ++unit) number /= 1000;
  return `${unit > 0 && number < 9.95 ? number.toFixed(1) : Math.round(number)} ${units[unit]}`;
}

function secondsText(seconds) {
  if (seconds < 100) return `${seconds.toFixed(1)} s`;
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

// A labelled control.
function field(label, control, ...after) {
  return element("label", {class: "field"}, element("span", {}, label), control, ...after);
}

function select(options, selected, onchange) {
  const list = element("select", {change: () => onchange(list.value)});
  for (const [value, text] of options)
    list.append(element("option", {value, selected: String(value) === String(selected)}, text));
  return list;
}

// A command to copy into a terminal.
function commandLine(text) {
  const line = element("div", {class: "command"}, element("code", {}, text));
  if (!navigator.clipboard) return line;
  const button = element(
    "button",
    {
      type: "button",
      class: "quiet",
      click: async () => {
        await navigator.clipboard.writeText(text);
        button.textContent = "Copied";
        setTimeout(() => (button.textContent = "Copy"), 1500);
      },
    },
    "Copy",
  );
  line.append(button);
  return line;
}

// A box that scrolls sideways, and fades at a side where there is more.
function scrollBox(content, name = "scroll") {
  const box = element("div", {class: name, scroll: () => fade()}, content);
  const fade = () => {
    box.classList.toggle("more-left", box.scrollLeft > 1);
    box.classList.toggle("more-right", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
  };
  const observer = new ResizeObserver(fade);
  observer.observe(box);
  observer.observe(content);
  return box;
}
