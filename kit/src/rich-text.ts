// The one allow-list of rich text: clean-html.ts cleans by it what is written, the page cleans by it again what it shows. No imports, so
// that the page can read it too.

export const richTags = [
  ...['p', 'br', 'hr', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'code', 'ul', 'ol', 'li', 'span', 'div'],
  ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'mark', 'a', 'img', 'figure', 'figcaption'],
  ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'caption'],
]

/** A picture names its upload; where it is opened gets it an address. A formula is LaTeX in `data-latex`, which its text repeats. */
export const richAttributes: Record<string, string[]> = {
  a: ['href', 'title', 'rel', 'target'],
  img: ['src', 'alt', 'title', 'width', 'height', 'data-upload'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
  ol: ['start'],
  span: ['lang', 'data-latex'],
  div: ['lang', 'data-latex'],
  p: ['lang'],
  code: ['data-language'],
}

/** What no honest page reaches: deeper and longer ones cost everybody's time. */
export const richLimits = { depth: 60, elements: 10_000, latex: 4000 }

/** Ids of the uploads that its pictures name, each once. */
export const picturesIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/<img\b[^<>]*?\sdata-upload="([0-9a-f-]{36})"/gi)].map((match) => match[1]!.toLowerCase())),
]
