// What pages of the back office do better with a script. All of them work without it.

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

const asked = async (address) => {
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  return answer.ok ? answer.json() : null;
};

const sent = async (address, value) => {
  const answer = await fetch(address, {
    method: "POST",
    headers: { Accept: "application/json", "Content-Type": "application/json" },
    body: JSON.stringify(value),
  });
  return answer.json();
};

/** Calls a function when somebody pauses typing. */
const settled = (action, milliseconds = 200) => {
  let timer;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...values), milliseconds);
  };
};

// MARK: Forms

for (const form of document.querySelectorAll("[data-edit]")) {
  const state = () => new URLSearchParams(new FormData(form)).toString();
  const before = form.dataset.typed ? "" : state();
  let leaves = false;
  form.addEventListener("submit", () => { leaves = true; });
  addEventListener("beforeunload", (event) => {
    if (!leaves && state() !== before) {
      event.preventDefault();
      event.returnValue = form.dataset.edit;
    }
  });
}
document.querySelector("#faults")?.focus();

// The next days of a rule.
for (const input of document.querySelectorAll("[data-rule]")) {
  const list = document.getElementById(input.dataset.rule);
  let latest = 0;
  const show = async () => {
    const number = ++latest;
    const answer = await asked("/admin/rule?rule=" + encodeURIComponent(input.value));
    if (!answer || number !== latest) return;
    const rows = (answer.days ?? []).map((day) =>
      element("li", {}, day.date + " ", element("span", { textContent: day.lunar })));
    const note = answer.error ?? answer.none;
    if (note) rows.push(element("li", { className: answer.error ? "fault" : "", textContent: note }));
    if (answer.rule && answer.rule !== input.value.trim()) rows.push(element("li", {}, element("code", { textContent: answer.rule })));
    list.replaceChildren(...rows);
  };
  input.addEventListener("input", settled(show));
  if (input.value) show();
}

// Names to choose from, for fields that name other records.
let lists = 0;
const offer = (input) => {
  const choices = element("datalist", { id: `choices-${++lists}` });
  input.after(choices);
  input.setAttribute("list", choices.id);
  input.addEventListener("input", settled(async () => {
    const search = input.value.replace(/（[^（]*）$/, "").trim();
    if (!search || [...choices.children].some((option) => option.value === input.value)) return;
    const names = await asked(`/admin/choices/${input.dataset.reference}?search=${encodeURIComponent(search)}`);
    choices.replaceChildren(...(names ?? []).map((value) => element("option", { value })));
  }));
};
document.querySelectorAll("[data-reference]").forEach(offer);

// Lists of inputs: add, remove, up, down without asking the server.
const renumber = (list) => [...list.children].forEach((item, place) => {
  for (const button of item.querySelectorAll("[data-move]")) {
    button.value = `${button.dataset.move}:${list.dataset.list}:${place}`;
  }
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-move]");
  if (!button) return;
  const list = button.closest(".field").querySelector("[data-list]");
  const item = button.closest("li");
  event.preventDefault();
  switch (button.dataset.move) {
    case "add": {
      const copy = list.lastElementChild.cloneNode(true);
      const input = copy.querySelector("input");
      input.value = "";
      input.removeAttribute("id");
      copy.querySelector("datalist")?.remove();
      list.append(copy);
      if (input.dataset.reference) offer(input);
      input.focus();
      break;
    }
    case "remove":
      if (list.children.length > 1) item.remove(); else item.querySelector("input").value = "";
      list.querySelector("input").focus();
      break;
    case "up": item.previousElementSibling?.before(item); button.focus(); break;
    case "down": item.nextElementSibling?.after(item); button.focus(); break;
  }
  renumber(list);
});

// Dragging an item to its place; the buttons do the same by keyboard.
document.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest("[data-grip]");
  if (!grip) return;
  event.preventDefault();
  const item = grip.closest("li");
  const list = item.parentElement;
  item.classList.add("dragged");
  const move = ({ clientY }) => {
    const over = [...list.children].find((other) => {
      const { top, bottom } = other.getBoundingClientRect();
      return other !== item && clientY > top && clientY < bottom;
    });
    if (!over) return;
    const { top, height } = over.getBoundingClientRect();
    if (clientY < top + height / 2) over.before(item); else over.after(item);
  };
  const end = () => {
    item.classList.remove("dragged");
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    renumber(list);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
});

// The converter beside the rule.
for (const box of document.querySelectorAll("[data-converter]")) {
  const value = (name) => box.querySelector(`[name=${name}]`);
  const query = () => new URLSearchParams({
    _month: value("_month").value, _day: value("_day").value, _leap: value("_leap").checked ? "on" : "",
    _year: value("_year").value,
  });
  box.addEventListener("click", async (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    event.preventDefault();
    const answer = await asked("/admin/convert?" + query());
    if (!answer) return;
    if (button.value === "use") {
      const rule = document.getElementById(box.dataset.converter);
      rule.value = answer.rule;
      rule.dispatchEvent(new Event("input", { bubbles: true }));
      rule.focus();
    } else {
      box.querySelector("output").replaceChildren(...answer.lines.map((line) => element("span", { textContent: line })));
    }
  });
}

// MARK: Pictures

/** Draws a picture smaller until the server keeps it, without what the file says beside it. */
const shrunk = async (file) => {
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = address;
    await new Promise((loaded, failed) => Object.assign(image, { onload: loaded, onerror: failed }));
    // Drawing it needs four bytes for each pixel.
    if (image.naturalWidth * image.naturalHeight > 120e6 || !image.naturalWidth) throw new Error("too many pixels");
    for (const [side, quality] of [[1600, 0.85], [1600, 0.7], [1200, 0.7], [900, 0.6], [600, 0.5]]) {
      const scale = Math.min(1, side / Math.max(image.naturalWidth, image.naturalHeight));
      const canvas = element("canvas", {
        width: Math.max(1, Math.round(image.naturalWidth * scale)), height: Math.max(1, Math.round(image.naturalHeight * scale)),
      });
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      // WebP keeps what is transparent; browsers that cannot write it give PNG.
      const type = file.type === "image/jpeg" ? "image/jpeg" : "image/webp";
      const made = await new Promise((done) => canvas.toBlob(done, type, quality));
      if (made && made.size <= 400_000) return made;
    }
    throw new Error("too large");
  } finally {
    URL.revokeObjectURL(address);
  }
};

for (const box of document.querySelectorAll("[data-picture]")) {
  const field = document.getElementById(box.dataset.picture);
  const input = box.querySelector("[type=file]");
  const status = box.querySelector("[role=status]");
  const words = box.dataset;
  input.addEventListener("change", async () => {
    const file = input.files[0];
    if (!file) return;
    // What is sent at once need not come with the form too.
    const say = (text) => { status.textContent = text; input.value = ""; };
    if (file.size > 10 * 1024 * 1024) return say(words.large);
    status.textContent = words.working;
    let picture;
    try { picture = await shrunk(file); } catch { return say(words.none); }
    try {
      const answer = await fetch("/admin/images", {
        method: "POST", headers: { Accept: "application/json", "Content-Type": picture.type }, body: picture,
      });
      const { address, error } = await answer.json();
      if (!address) return say(error);
      field.value = address;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      const image = box.querySelector("img") ?? element("img", { alt: "" });
      image.src = address;
      box.prepend(image);
      say(words.done);
    } catch { say(words.failed); }
  });
}

// MARK: The map

const tile = 256;
/** The place of a coordinate on the map of a zoom, in pixels (Web Mercator). */
const toPixels = ({ lat, lng }, zoom) => {
  const size = tile * 2 ** zoom;
  const sine = Math.sin(Math.min(Math.max(lat, -85), 85) * Math.PI / 180);
  return { x: (lng + 180) / 360 * size, y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size };
};
const toPlace = ({ x, y }, zoom) => {
  const size = tile * 2 ** zoom;
  return { lat: 90 - 360 * Math.atan(Math.exp((y / size - 0.5) * 2 * Math.PI)) / Math.PI, lng: x / size * 360 - 180 };
};
const svg = (name, attributes = {}, text) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
};

for (const box of document.querySelectorAll("[data-map]")) {
  const form = box.closest("form");
  const [lat, lng, county, temple] = ["lat", "lng", "county", "temple"].map((name) => form.elements[name]);
  const words = box.dataset;
  const view = element("div", { className: "view", tabIndex: 0 });
  view.setAttribute("role", "application");
  view.setAttribute("aria-label", words.label);
  const picture = svg("svg", { "aria-hidden": "true" });
  const tiles = element("div", { className: "tiles" });
  view.append(tiles, picture);
  const button = (text, act) => {
    const made = element("button", { type: "button", className: "button plain", textContent: text });
    made.addEventListener("click", act);
    return made;
  };
  const note = element("p", { className: "hint" });
  note.setAttribute("role", "status");
  const near = element("ul", { className: "near" });
  const help = element("p", { className: "hint", textContent: words.help + (words.tiles ? " " + words.credit : "") });
  box.append(
    view, element("p", { className: "ways" }, button(words.closer, () => zoomBy(1)), button(words.farther, () => zoomBy(-1)),
      button(words.here, locate)), help, note, near);

  const typed = () => {
    const place = { lat: parseFloat(lat.value), lng: parseFloat(lng.value) };
    return Math.abs(place.lat) <= 90 && Math.abs(place.lng) <= 180 ? place : null;
  };
  let center = typed() ?? { lat: 23.7, lng: 120.9 };
  let zoom = typed() ? 16 : 7;
  let temples = [];
  let begun = "";

  const draw = () => {
    const [width, height] = [view.clientWidth, view.clientHeight];
    const middle = toPixels(center, zoom);
    const corner = { x: middle.x - width / 2, y: middle.y - height / 2 };
    const at = (place) => {
      const point = toPixels(place, zoom);
      return { x: point.x - corner.x, y: point.y - corner.y };
    };
    picture.replaceChildren();
    picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    if (words.tiles) drawTiles(corner, width, height); else drawGrid(at, corner, width, height);
    for (const temple of temples) {
      const { x, y } = at(temple);
      if (x < -9 || y < -9 || x > width + 9 || y > height + 9) continue;
      picture.append(
        svg("circle", { cx: x, cy: y, r: 5, class: "temple" }), svg("text", { x: x + 8, y: y + 4 }, temple.name));
    }
    const place = typed();
    if (place) {
      const { x, y } = at(place);
      picture.append(svg("path", { class: "mark", d: `M${x} ${y}l-9 -22a10 10 0 1 1 18 0z` }), svg("circle", { cx: x, cy: y, r: 2 }));
    }
  };
  const drawTiles = (corner, width, height) => {
    const count = 2 ** zoom;
    const shown = [];
    for (let column = Math.floor(corner.x / tile); column * tile < corner.x + width; column++) {
      for (let row = Math.max(0, Math.floor(corner.y / tile)); row < count && row * tile < corner.y + height; row++) {
        const address = words.tiles.replace("{z}", zoom).replace("{x}", ((column % count) + count) % count).replace("{y}", row);
        const image = [...tiles.children].find((other) => other.src === address)
          ?? element("img", { src: address, alt: "", referrerPolicy: "strict-origin-when-cross-origin", draggable: false });
        image.style.transform = `translate(${column * tile - corner.x}px, ${row * tile - corner.y}px)`;
        shown.push(image);
      }
    }
    tiles.replaceChildren(...shown);
  };
  const drawGrid = (at, corner, width, height) => {
    const step = [10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005]
      .find((degrees) => degrees / 360 * tile * 2 ** zoom < 160) ?? 0.0005;
    const [first, last] = [toPlace(corner, zoom), toPlace({ x: corner.x + width, y: corner.y + height }, zoom)];
    const shown = (degrees) => String(Math.round(degrees * 1e4) / 1e4);
    for (let number = Math.ceil(first.lng / step); number * step < last.lng; number++) {
      const { x } = at({ lat: center.lat, lng: number * step });
      picture.append(svg("line", { x1: x, y1: 0, x2: x, y2: height }), svg("text", { x: x + 3, y: height - 6, class: "degree" }, shown(number * step)));
    }
    for (let number = Math.ceil(last.lat / step); number * step < first.lat; number++) {
      const { y } = at({ lat: number * step, lng: center.lng });
      picture.append(svg("line", { x1: 0, y1: y, x2: width, y2: y }), svg("text", { x: 4, y: y - 4, class: "degree" }, shown(number * step)));
    }
  };
  const look = settled(async () => {
    const place = typed();
    const { lat: latitude, lng: longitude } = place ?? center;
    const answer = await asked("/admin/map?" + new URLSearchParams({ lat: latitude, lng: longitude, county: county?.value ?? "", temple: temple?.value ?? "" }));
    if (!answer) return;
    if (!place && answer.center && temple.value !== begun) {
      // An activity begins at its temple.
      [center, zoom, begun] = [answer.center, 16, temple.value];
      look();
    }
    temples = answer.temples;
    note.textContent = place ? answer.note : "";
    note.className = answer.fits ? "hint" : "fault";
    near.replaceChildren(...answer.temples.map((temple) => element("li", {},
      element("a", { href: temple.address, target: "_blank", rel: "noopener", textContent: temple.name }), " " + temple.distance)));
    draw();
  }, 250);
  const set = (place) => {
    lat.value = place.lat.toFixed(6);
    lng.value = place.lng.toFixed(6);
    const quality = form.elements.coordinate_quality;
    if (quality && ["", "missing"].includes(quality.value)) quality.value = "ok";
    draw();
    look();
  };
  const zoomBy = (steps) => {
    const next = Math.min(Math.max(zoom + steps, 5), 19);
    if (next !== zoom && typed()) center = typed();
    zoom = next;
    draw();
    look();
  };
  function locate() {
    navigator.geolocation.getCurrentPosition(({ coords }) => {
      center = { lat: coords.latitude, lng: coords.longitude };
      zoom = 17;
      set(center);
    }, () => { note.textContent = words.none; });
  }
  const pointOf = (event) => {
    const edge = view.getBoundingClientRect();
    const middle = toPixels(center, zoom);
    return { x: middle.x + event.clientX - edge.left - edge.width / 2, y: middle.y + event.clientY - edge.top - edge.height / 2 };
  };
  let drag;
  view.addEventListener("pointerdown", (event) => {
    drag = { x: event.clientX, y: event.clientY, from: toPixels(center, zoom), moved: false };
    view.setPointerCapture(event.pointerId);
  });
  view.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    drag.moved ||= Math.hypot(dx, dy) > 6;
    if (!drag.moved) return;
    center = toPlace({ x: drag.from.x - dx, y: drag.from.y - dy }, zoom);
    draw();
  });
  view.addEventListener("pointerup", (event) => {
    if (drag && !drag.moved) set(toPlace(pointOf(event), zoom)); else look();
    drag = null;
  });
  view.addEventListener("pointercancel", () => { drag = null; });
  view.addEventListener("keydown", (event) => {
    const step = event.shiftKey ? 40 : 4;
    const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    if (moves[event.key]) {
      event.preventDefault();
      const from = toPixels(typed() ?? center, zoom);
      const place = toPlace({ x: from.x + moves[event.key][0], y: from.y + moves[event.key][1] }, zoom);
      center = place;
      set(place);
    } else if ("+=".includes(event.key)) zoomBy(1);
    else if (event.key === "-") zoomBy(-1);
  });
  for (const input of [lat, lng]) {
    input.addEventListener("input", settled(() => {
      if (!typed()) return;
      center = typed();
      zoom = Math.max(zoom, 15);
      draw();
      look();
    }));
  }
  for (const input of [county, temple]) input?.addEventListener("input", look);
  new ResizeObserver(draw).observe(view);
  look();
}

// MARK: Work that goes on

for (const box of document.querySelectorAll("[data-progress]")) {
  const bar = box.querySelector("progress");
  const look = async () => {
    const answer = await asked(box.dataset.progress).catch(() => null);
    if (answer?.isOver) return location.reload();
    if (answer?.share != null) bar.value = answer.share * 100;
    setTimeout(look, 700);
  };
  look();
}
