// Copies for the reader and says whether it could.
import { copyText } from "./clipboard.js";
import { toast } from "./toast.js";

export async function copyOrSay(text, done) {
  toast((await copyText(text)) ? done : "This browser does not let the page copy");
}
