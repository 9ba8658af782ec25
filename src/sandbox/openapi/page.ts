/** A document as the page lists it. */
export interface Listed {
  readonly name: string;
  /** Relative to the page. */
  readonly url: string;
}

/** The page of the reference: what it lists stands in its script, as in current versions of the usual generator. */
export const indexPage = `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="UTF-8">
  <title>API reference</title>
</head>
<body>
  <h1>API reference</h1>
  <ul id="documents"></ul>
  <script src="index.js" charset="utf-8"></script>
</body>
</html>
`;

/** The script of the page. */
export function indexScript(documents: readonly Listed[]): string {
  const config = {
    documentTitle: "Casework API: the service's reference",
    urls: documents,
    deepLinking: false,
  };
  return `/* The documents of this service, and links to them. */
var configObject = JSON.parse('${quote(config)}');

document.title = configObject.documentTitle;
for (const { name, url } of configObject.urls) {
  const link = Object.assign(document.createElement('a'), { href: url, textContent: name });
  const item = document.createElement('li');
  item.append(link);
  document.getElementById('documents').append(item);
}
`;
}

/** JSON for a place between quotes: like the framework's serialiser, it escapes what HTML or a script could take amiss. */
function quote(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&+'`\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
}
