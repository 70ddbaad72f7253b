// Texts of mentions in cleaned rich text: each chip says what its mention names, whatever its writer has put into it.
import { isMention } from './rich-text.ts'

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (mark) => marks[mark]!)
const spans = /<(\/?)span\b[^<>]*>/g

/**
 * `html` as cleanHtml left it. `textOf` gets a mention as mentionsIn lists it, and the words in its chip; its answer takes their place, with all that
 * was between them. A mark that is no mention goes and leaves its words.
 */
export function withMentionTexts(html: string, textOf: (mention: string, words: string) => string): string {
  let [after, copied, depth] = ['', 0, 0]
  let open: { mention: string; tag: string; from: number; depth: number } | undefined
  for (const match of html.matchAll(spans)) {
    const [tag, closing] = match
    const end = match.index + tag.length
    if (closing) {
      depth--
      if (!open || depth !== open.depth) continue
      const words = html.slice(open.from, match.index).replaceAll(/<[^<>]*>/g, '')
      after += `${open.tag}${escaped(textOf(open.mention, words))}</span>`
      copied = end
      open = undefined
      continue
    }
    const named = open ? undefined : /\sdata-mention="([^"]*)"/.exec(tag)
    if (named && isMention(named[1]!)) {
      after += html.slice(copied, match.index)
      open = { mention: named[1]!.toLowerCase(), tag, from: end, depth }
    } else if (named) {
      after += html.slice(copied, match.index) + tag.replace(named[0], '')
      copied = end
    }
    depth++
  }
  return open ? after : after + html.slice(copied)
}
