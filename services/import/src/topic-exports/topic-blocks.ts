// Blocks of a topic as a PDF: what its page has, post by post.
import { cleanHtml } from '@lyceum/kit/text/clean-html'
import { type Block, plainSpan, type Span } from '../pdf/blocks.ts'
import { blocksOfHtml } from '../pdf/html-blocks.ts'
import { nameOf, type Pages, type Pictures, type Post, type Shown, timesIn, type Topic } from './topic-page.ts'

export async function* topicBlocks(topic: Topic, pages: Pages, { t, zone, at }: Shown): AsyncIterable<Block[]> {
  const timeOf = timesIn(zone)
  yield [
    { kind: 'text', role: 'title', spans: [plainSpan(topic.title)] },
    { kind: 'text', role: 'note', spans: [plainSpan(t('note', { time: timeOf(at.toISOString()), zone }), { muted: true })] },
  ]
  for await (const { items, pictures } of pages) yield items.flatMap((post) => postBlocks(post, pictures, { t, timeOf }))
}

function postBlocks(post: Post, pictures: Pictures, { t, timeOf }: Pick<Shown, 't'> & { timeOf: (time: string) => string }): Block[] {
  const { n, thread_n, parent_n, author, created_at, edited_at, accepted, state, quote, body } = post
  const base = { indent: n !== thread_n && n !== 1 ? 1 : 0, bars: 0 }
  const about: Span[] = [
    plainSpan(nameOf(t, author), { bold: true }),
    plainSpan(` · #${n} · ${timeOf(created_at)}`, { muted: true }),
    ...(edited_at ? [plainSpan(` · ${t('edited', { time: timeOf(edited_at) })}`, { muted: true })] : []),
    ...(parent_n !== null
      ? [plainSpan(` · ${t('replyTo')} `, { muted: true }), plainSpan(`#${parent_n}`, { link: `#post-${parent_n}` })]
      : []),
    ...(accepted ? [plainSpan(` · ${t('answer')}`, { bold: true })] : []),
  ]
  const blocks: Block[] = [
    { kind: 'text', role: 'heading', plain: true, spans: about, ruled: true, leads: true, anchor: `post-${n}`, indent: base.indent },
  ]
  // a hidden one that its reader may look at stays out of what leaves the place
  if (state !== 'shown') {
    const text = t(state === 'removed' ? 'removed' : 'hidden')
    return [...blocks, { kind: 'text', role: 'note', spans: [plainSpan(text, { muted: true })], indent: base.indent }]
  }
  if (quote) {
    const spans = [plainSpan(`${nameOf(t, quote.author)} #${quote.n}\n`, { muted: true, link: `#post-${quote.n}` }), plainSpan(quote.text)]
    blocks.push({ kind: 'text', role: 'paragraph', spans, indent: base.indent + 1, bars: 1 })
  }
  return [...blocks, ...blocksOfHtml(cleanHtml('body', body), pictures, base)]
}
