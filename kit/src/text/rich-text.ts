// The allow-list of rich text: clean-html.ts cleans texts by it when they are written, the page again when it shows them. No imports, so that
// the page can import it too.

export const richTags = [
  ...['p', 'br', 'hr', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'code', 'ul', 'ol', 'li', 'span', 'div'],
  ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'mark', 'a', 'img', 'figure', 'figcaption'],
  ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'caption'],
]

/** Of a block: its direction, and its name for links within the text. */
const ofBlocks = ['dir', 'id']

/**
 * A picture and an attachment (a link) name their upload and get an address when they are opened. A formula is LaTeX in `data-latex`, which its text
 * repeats. A mention is `person:<id>`, `group:<id>` or `teachers` in `data-mention`, with its name as text.
 */
export const richAttributes: Record<string, string[]> = {
  a: ['href', 'title', 'rel', 'target', 'data-upload', 'id'],
  img: ['src', 'alt', 'title', 'width', 'height', 'data-upload'],
  th: ['colspan', 'rowspan', 'scope', ...ofBlocks],
  td: ['colspan', 'rowspan', ...ofBlocks],
  ol: ['start', 'type', 'reversed', ...ofBlocks],
  li: ['value', ...ofBlocks],
  span: ['lang', 'data-latex', 'data-mention', ...ofBlocks],
  div: ['lang', 'data-latex', ...ofBlocks],
  p: ['lang', ...ofBlocks],
  code: ['data-language'],
  ...Object.fromEntries(
    ['h2', 'h3', 'h4', 'blockquote', 'ul', 'pre', 'figure', 'figcaption', 'table', 'caption', 'tr'].map((name) => [name, ofBlocks]),
  ),
}

/** The beginning of every id in a text: a link of the text goes there, and no other name of the page is taken. */
export const targetPrefix = 'text-'

/** Limits that no honest page reaches: deeper and longer texts would slow every reader down. */
export const richLimits = { depth: 60, elements: 10_000, latex: 4000 }

const uploadsOf = (html: string, tags: RegExp): string[] => [...new Set([...html.matchAll(tags)].map((match) => match[1]!.toLowerCase()))]
/** Ids of the uploads of its pictures, each once. */
export const picturesIn = (html: string) => uploadsOf(html, /<img\b[^<>]*?\sdata-upload="([0-9a-f-]{36})"/gi)
/** Ids of the uploads of its pictures and attachments, each once. */
export const filesIn = (html: string) => uploadsOf(html, /<(?:img|a)\b[^<>]*?\sdata-upload="([0-9a-f-]{36})"/gi)

const mention = '(?:person|group):[0-9a-f-]{36}|teachers'
export const isMention = (text: string): boolean => new RegExp(`^(?:${mention})$`, 'i').test(text)
/** The mentions of a text, each once, as they are in `data-mention`. */
export const mentionsIn = (html: string): string[] => [
  ...new Set([...html.matchAll(new RegExp(`<span\\b[^<>]*?\\sdata-mention="(${mention})"`, 'gi'))].map((match) => match[1]!.toLowerCase())),
]
