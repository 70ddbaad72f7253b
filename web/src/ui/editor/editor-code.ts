// Programs of a text for the code dialog: the one at the caret, or a new one.
import type { Editor } from '@tiptap/core'
import { type CodeLanguage, codeLanguageOf } from '../text/code-languages.ts'

export type PlacedProgram = { code: string; language: CodeLanguage /** Of its node in the document; none: a new one. */; position?: number }

/** The program in which the caret is; else a new one of the selected text. */
export function programAt({ state }: Editor): PlacedProgram {
  const { $from, from, to } = state.selection
  if ($from.parent.type.name === 'codeBlock')
    return { code: $from.parent.textContent, language: codeLanguageOf($from.parent.attrs.language), position: $from.before() }
  return { code: state.doc.textBetween(from, to, '\n'), language: 'text' }
}

/** Puts a program in the place of the one at a position; a new one takes the place of the selected text. */
export function insertProgram(editor: Editor, { code, language }: { code: string; language: CodeLanguage }, position?: number): void {
  const node = {
    type: 'codeBlock',
    attrs: { language: language === 'text' ? null : language },
    content: [{ type: 'text', text: code }],
  }
  const old = position === undefined ? null : editor.state.doc.nodeAt(position)
  const chain = editor.chain().focus()
  if (position === undefined || !old) chain.insertContent(node).run()
  else chain.insertContentAt({ from: position, to: position + old.nodeSize }, node).run()
}
