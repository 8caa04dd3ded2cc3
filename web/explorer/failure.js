// A page that cannot work says why, in place of everything else.

// An error whose message is meant for the reader of the page, not for its author.
export class PageError extends Error {}

export function showFailure(error) {
  if (!(error instanceof PageError)) console.error(error);
  const box = document.createElement("div");
  box.className = "error";
  box.setAttribute("role", "alert");
  const title = document.createElement("h1");
  title.textContent = "This page cannot be shown";
  const reason = document.createElement("p");
  reason.textContent = error instanceof PageError ? error.message : `An unexpected error: ${error?.message ?? error}`;
  box.append(title, reason);
  document.body.replaceChildren(box);
}
