// The button that chooses light or dark colours. Without it they are those of the system.
const names = { auto: "as the system", light: "light", dark: "dark" };
const order = Object.keys(names);

const remembered = (() => {
  try {
    return localStorage.getItem("plybench-theme");
  } catch {
    return null; // Some browsers keep nothing for files.
  }
})();

let theme = order.includes(remembered) ? remembered : "auto";
const button = document.createElement("button");
button.type = "button";
button.className = "theme";

const show = () => {
  document.documentElement.dataset.theme = theme;
  button.textContent = `Colours: ${names[theme]}`;
};

button.addEventListener("click", () => {
  theme = order[(order.indexOf(theme) + 1) % order.length];
  try {
    localStorage.setItem("plybench-theme", theme);
  } catch {
    // The choice holds for this page.
  }
  show();
});

show();
document.querySelector("header").append(button);
