// Colours of code that is read; loads with the first program of a page.
import { StreamLanguage } from '@codemirror/language'
import { classHighlighter, highlightCode } from '@lezer/highlight'
import { codeLanguageOf, codeParser } from './code-languages.ts'
import './code.css'

/** A program is coloured up to so many characters: one that is longer would hold the page up. */
const most = 50_000

/** Colours a `code` element by its data-language; as it is where the language is unknown. */
export async function showCode(element: HTMLElement) {
  const code = element.textContent
  const parser = await codeParser(codeLanguageOf(element.dataset.language))
  // its text may have been replaced meanwhile
  if (!parser || code.length > most || element.textContent !== code) return
  const parts: Node[] = []
  const put = (text: string, names: string) => {
    if (!names) return void parts.push(document.createTextNode(text))
    const span = document.createElement('span')
    span.className = names
    span.textContent = text
    parts.push(span)
  }
  highlightCode(code, StreamLanguage.define(parser).parser.parse(code), classHighlighter, put, () => put('\n', ''))
  element.replaceChildren(...parts)
}
