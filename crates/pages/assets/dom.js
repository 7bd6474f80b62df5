// What the page's other scripts share: elements.

const filled = (made, content, attributes) => {
  made.append(...[content].flat());
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};

const element = (name, content = [], attributes = {}) => filled(document.createElement(name), content, attributes);

const svg = (name, attributes) => filled(document.createElementNS("http://www.w3.org/2000/svg", name), [], attributes);

globalThis.plybench = { element, svg };
