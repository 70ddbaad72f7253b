// Read-only view of a text or of code, by CodeMirror. It renders only the lines near the viewport, so that a MiB of text stays light.
import { HighlightStyle, StreamLanguage, syntaxHighlighting, type StreamParser } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const parsers: Record<string, () => Promise<StreamParser<unknown>>> = {
  py: () => import('@codemirror/legacy-modes/mode/python').then((mode) => mode.python),
  js: () => import('@codemirror/legacy-modes/mode/javascript').then((mode) => mode.javascript),
  ts: () => import('@codemirror/legacy-modes/mode/javascript').then((mode) => mode.typescript),
  json: () => import('@codemirror/legacy-modes/mode/javascript').then((mode) => mode.json),
  ipynb: () => import('@codemirror/legacy-modes/mode/javascript').then((mode) => mode.json),
  java: () => import('@codemirror/legacy-modes/mode/clike').then((mode) => mode.java),
  c: () => import('@codemirror/legacy-modes/mode/clike').then((mode) => mode.c),
  h: () => import('@codemirror/legacy-modes/mode/clike').then((mode) => mode.c),
  cpp: () => import('@codemirror/legacy-modes/mode/clike').then((mode) => mode.cpp),
  css: () => import('@codemirror/legacy-modes/mode/css').then((mode) => mode.css),
  sql: () => import('@codemirror/legacy-modes/mode/sql').then((mode) => mode.standardSQL),
  r: () => import('@codemirror/legacy-modes/mode/r').then((mode) => mode.r),
  m: () => import('@codemirror/legacy-modes/mode/octave').then((mode) => mode.octave),
  xml: () => import('@codemirror/legacy-modes/mode/xml').then((mode) => mode.xml),
  ttml: () => import('@codemirror/legacy-modes/mode/xml').then((mode) => mode.xml),
  html: () => import('@codemirror/legacy-modes/mode/xml').then((mode) => mode.html),
  htm: () => import('@codemirror/legacy-modes/mode/xml').then((mode) => mode.html),
  tex: () => import('@codemirror/legacy-modes/mode/stex').then((mode) => mode.stex),
}

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--accent-text)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--ok-text)' },
  { tag: [tags.number, tags.bool, tags.atom, tags.null], color: 'var(--note-text)' },
  { tag: [tags.comment], color: 'var(--text-3)' },
  { tag: [tags.typeName, tags.className, tags.tagName, tags.heading], color: 'var(--info-text)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'var(--warn-text)' },
])

/** `wraps`: prose with wrapped lines; else code with line numbers and unwrapped lines. Returns the editor, to be destroyed by the caller. */
export async function showText(
  parent: HTMLElement,
  text: string,
  { extension, wraps, label }: { extension: string; wraps: boolean; label: string },
) {
  const parser = await parsers[extension]?.()
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        EditorView.contentAttributes.of({
          tabindex: '0',
          'aria-label': label,
          role: 'textbox',
          'aria-readonly': 'true',
          'aria-multiline': 'true',
        }),
        wraps ? EditorView.lineWrapping : lineNumbers(),
        ...(parser ? [StreamLanguage.define(parser), syntaxHighlighting(colours)] : []),
        EditorView.theme({
          '&': { height: '100%', backgroundColor: 'var(--surface)', color: 'var(--text)' },
          '.cm-scroller': { fontFamily: wraps ? 'inherit' : 'var(--font-mono)', lineHeight: '1.6', overflow: 'auto' },
          '.cm-content': { padding: '16px 20px', ...(wraps && { maxWidth: 'calc(var(--measure) + 40px)', margin: '0 auto' }) },
          '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--text-3)', border: 'none' },
        }),
      ],
    }),
  })
}
