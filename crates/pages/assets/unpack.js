// What a large page keeps packed is put in its place. Then the page's other script runs, since it looks for it.

const unpacked = (text) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const packed = new Blob([bytes]).stream();
  return new Response(packed.pipeThrough(new DecompressionStream("gzip"))).text();
};

for (const packed of document.querySelectorAll("script.packed")) {
  const template = document.createElement("template");
  template.innerHTML = await unpacked(packed.textContent);
  packed.replaceWith(template.content);
}
const later = document.querySelector("script.later");
const script = document.createElement("script");
script.type = "module";
script.textContent = later.textContent;
later.replaceWith(script);
// A link to a part that was packed could not lead there before.
if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
