import type { Quirks } from '../quirks/quirks.ts';

/** A document in the list of the reference page. */
export interface Listed {
  readonly name: string;
  /** Address relative to the page, or on another server. */
  readonly url: string;
}

/** A file of the API reference. */
interface File {
  readonly type: 'text/html' | 'application/javascript';
  readonly text: string;
}

const title = "Casework API: the service's reference";

/**
 * Returns the files below /swagger by name. The quirk `referencePage` selects the generator of the page that they
 * imitate.
 */
export function referenceFiles(
  form: Quirks['referencePage'],
  documents: readonly Listed[],
): Readonly<Record<string, File>> {
  const config = { documentTitle: title, urls: documents, deepLinking: false };
  const quoted = `JSON.parse('${quote(config)}')`;
  const forms: Record<Quirks['referencePage'], () => Record<string, File>> = {
    script: () => ({
      'index.html': page('<script src="index.js" charset="utf-8"></script>'),
      'index.js': script(`var configObject = ${quoted};`),
    }),
    literal: () => ({
      'index.html': page('<script src="index.js" charset="utf-8"></script>'),
      'index.js': script(`var configObject = ${unquoted(config)};`),
    }),
    inline: () => ({ 'index.html': page(`<script>\nvar configObject = ${quoted};\n${links}</script>`) }),
    legacy: () => {
      const endpoints = documents.map(({ name, url }) => ({ Url: url, Description: name }));
      const old = `JSON.parse('${quote({ SwaggerEndpoints: endpoints, BooleanValues: ['false', 'true'] })}')`;
      return { 'index.html': page(`<script>\nwindow.JSConfig = ${old};\n</script>`) };
    },
    initializer: () => ({
      'index.html': page('<script src="./swagger-initializer.js" charset="UTF-8"></script>'),
      'swagger-initializer.js': script(
        `window.onload = function () {\n  window.ui = SwaggerUIBundle({\n    urls: ${unquoted(documents)},\n    dom_id: '#swagger-ui'\n  });\n};`,
        '',
      ),
    }),
    route: () => ({
      'index.html': page('<script src="index.js" charset="utf-8"></script>'),
      'index.js': script('fetch("documentUrls");', ''),
      documentUrls: { type: 'application/javascript', text: JSON.stringify(documents) },
    }),
    unlisted: () => ({}),
    none: () => ({}),
  };
  return forms[form]();
}

const page = (scripts: string): File => ({
  type: 'text/html',
  text: `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="UTF-8">
  <title>API reference</title>
</head>
<body>
  <h1>API reference</h1>
  <ul id="documents"></ul>
  ${scripts}
</body>
</html>
`,
});

const links = `
document.title = configObject.documentTitle;
for (const { name, url } of configObject.urls) {
  const link = Object.assign(document.createElement('a'), { href: url, textContent: name });
  const item = document.createElement('li');
  item.append(link);
  document.getElementById('documents').append(item);
}
`;

const script = (statement: string, more = links): File => ({
  type: 'application/javascript',
  text: `/* The documents of this service, and links to them. */\n${statement}\n${more}`,
});

/**
 * Returns JSON for use in a quoted string. Like the serializer of the web framework, escapes characters that have a
 * meaning in HTML or scripts.
 */
function quote(value: unknown): string {
  return unquoted(value).replaceAll('\\"', '\\u0022');
}

const unquoted = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&+'`\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
