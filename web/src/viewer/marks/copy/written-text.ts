// The words and the pictures of a rich text in their order, for a copy on paper.

export type TextPart = { text: string } | { upload: string; alt: string }

/** Stands for a picture among the words: no text has it. */
const mark = '\ufffc'

/** Paragraph by paragraph; the cells of a table side by side with a line between them. */
export function partsOfText(html: string): TextPart[] {
  const body = new DOMParser().parseFromString(html, 'text/html').body
  const pictures: TextPart[] = []
  for (const picture of body.querySelectorAll<HTMLElement>('img[data-upload]')) {
    pictures.push({ upload: (picture.dataset.upload ?? '').toLowerCase(), alt: picture.getAttribute('alt') ?? '' })
    picture.replaceWith(mark)
  }
  for (const item of body.querySelectorAll('li')) item.prepend('• ')
  for (const cell of body.querySelectorAll('td, th')) if (cell.nextElementSibling) cell.append(' | ')
  for (const inner of body.querySelectorAll('li ul, li ol')) inner.prepend('\n')
  for (const block of body.querySelectorAll('p, li, h1, h2, h3, h4, pre, blockquote, tr, br, caption'))
    if (!block.parentElement?.closest('td, th') && !block.matches('li > p')) block.append('\n')
  for (const formula of body.querySelectorAll<HTMLElement>('[data-latex]')) formula.textContent ||= formula.dataset.latex ?? ''
  const texts = (body.textContent ?? '').split(mark)
  return texts.flatMap((text, at): TextPart[] => {
    const words = text.replace(/\n{3,}/g, '\n\n').trim()
    return [...(words ? [{ text: words }] : []), ...pictures.slice(at, at + 1)]
  })
}
