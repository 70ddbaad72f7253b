// The editor of a code field; only code-editor.tsx loads it.
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from '@codemirror/commands'
import { bracketMatching, indentOnInput, StreamLanguage, syntaxHighlighting } from '@codemirror/language'
import { Compartment, EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { classes } from '../class-names.ts'
import type { CodePanelProps } from './code-editor.tsx'
import { codeParser } from '../text/code-languages.ts'
import { withReason } from '../format.ts'
import '../text/code.css'

const theme = EditorView.theme({
  '&': { backgroundColor: 'transparent', color: 'var(--text)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    lineHeight: '20px',
    overflow: 'auto',
    maxHeight: '60dvh',
  },
  '.cm-content': { caretColor: 'var(--accent)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--text-3)', border: 'none', borderRight: '1px solid var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--hover) 50%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft)',
  },
})

export default function Panel({ label, value, onChange, onBlur, language, readOnly, minHeight, invalid }: CodePanelProps) {
  const t = useTexts('editor')
  const container = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const callbacks = useRef({ onChange, onBlur })
  callbacks.current = { onChange, onBlur }
  const [initialValue] = useState(value)
  const [compartments] = useState(() => ({ language: new Compartment(), rights: new Compartment(), about: new Compartment() }))
  const help = t('codeKeys')
  useEffect(() => {
    /** After Escape the Tab key leaves the field, as in other fields. */
    let leaving = false
    const editor = new EditorView({
      parent: container.current!,
      state: EditorState.create({
        doc: initialValue,
        extensions: [
          lineNumbers(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          highlightActiveLine(),
          syntaxHighlighting(classHighlighter),
          theme,
          EditorState.tabSize.of(4),
          keymap.of([
            { key: 'Escape', run: () => (leaving = true) },
            { key: 'Tab', run: (it) => !leaving && indentMore(it), shift: (it) => !leaving && indentLess(it) },
            ...defaultKeymap,
            ...historyKeymap,
          ]),
          EditorView.domEventHandlers({
            keydown: ({ key }) => {
              if (!['Escape', 'Tab', 'Shift'].includes(key)) leaving = false
            },
            blur: () => {
              leaving = false
              callbacks.current.onBlur?.()
            },
          }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) callbacks.current.onChange(state.doc.toString())
          }),
          compartments.language.of([]),
          compartments.rights.of([]),
          compartments.about.of([]),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [initialValue, compartments])
  useEffect(() => {
    const text = view.current?.state.doc.toString()
    if (text !== undefined && text !== value) view.current?.dispatch({ changes: { from: 0, to: text.length, insert: value } })
  }, [value])
  useEffect(() => {
    view.current?.dispatch({
      effects: [
        compartments.rights.reconfigure([EditorState.readOnly.of(readOnly), EditorView.editable.of(!readOnly)]),
        compartments.about.reconfigure(
          EditorView.contentAttributes.of({
            'aria-label': withReason(label, help),
            tabindex: '0',
            ...(readOnly && { 'aria-readonly': 'true' }),
            ...(invalid && { 'aria-invalid': 'true' }),
          }),
        ),
      ],
    })
  }, [compartments, readOnly, label, help, invalid])
  useEffect(() => {
    let cancelled = false
    const loading = codeParser(language)
    if (!loading) view.current?.dispatch({ effects: compartments.language.reconfigure([]) })
    else
      void loading.then(
        (parser) => {
          if (!cancelled) view.current?.dispatch({ effects: compartments.language.reconfigure(StreamLanguage.define(parser)) })
        },
        () => {},
      )
    return () => {
      cancelled = true
    }
  }, [compartments, language])
  return (
    <div
      ref={container}
      aria-invalid={invalid || undefined}
      style={{ minHeight }}
      className={classes('field-edge overflow-hidden [&_.cm-editor]:min-h-[inherit]', readOnly && '!border-line !bg-sunken')}
    />
  )
}
