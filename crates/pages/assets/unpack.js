// What a large page keeps packed is put in its place. Then the page's other script runs, since it looks for it.

const unpacked = (text) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const packed = new Blob([bytes]).stream();
  return new Response(packed.pipeThrough(new DecompressionStream("gzip"))).text();
};

for (const packed of document.querySelectorAll("script.packed")) {
  const template = document.createElement("template");
  try {
    template.innerHTML = await unpacked(packed.textContent);
  } catch (error) {
    template.innerHTML =
      "<p>The rest cannot be unpacked by this browser. The files beside the page have the same tables and charts.</p>";
    console.error(error);
  }
  packed.replaceWith(template.content);
}
const later = document.querySelector("script.later");
const script = document.createElement("script");
script.type = "module";
script.textContent = later.textContent;
later.replaceWith(script);
// A link to a part that was packed could not lead there before. The script changes the heights of what is above it.
const part = location.hash.slice(1);
setTimeout(() => document.getElementById(part)?.scrollIntoView());
