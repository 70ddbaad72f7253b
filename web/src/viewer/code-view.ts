// Text, read only: lines are drawn as they come near, so that a MiB of them is no weight. Colours come from the page's tokens.
import { HighlightStyle, StreamLanguage, syntaxHighlighting, type StreamParser } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const parsers: Record<string, () => Promise<StreamParser<unknown>>> = {
  py: () => import('@codemirror/legacy-modes/mode/python').then((one) => one.python),
  js: () => import('@codemirror/legacy-modes/mode/javascript').then((one) => one.javascript),
  ts: () => import('@codemirror/legacy-modes/mode/javascript').then((one) => one.typescript),
  json: () => import('@codemirror/legacy-modes/mode/javascript').then((one) => one.json),
  ipynb: () => import('@codemirror/legacy-modes/mode/javascript').then((one) => one.json),
  java: () => import('@codemirror/legacy-modes/mode/clike').then((one) => one.java),
  c: () => import('@codemirror/legacy-modes/mode/clike').then((one) => one.c),
  h: () => import('@codemirror/legacy-modes/mode/clike').then((one) => one.c),
  cpp: () => import('@codemirror/legacy-modes/mode/clike').then((one) => one.cpp),
  css: () => import('@codemirror/legacy-modes/mode/css').then((one) => one.css),
  sql: () => import('@codemirror/legacy-modes/mode/sql').then((one) => one.standardSQL),
  r: () => import('@codemirror/legacy-modes/mode/r').then((one) => one.r),
  m: () => import('@codemirror/legacy-modes/mode/octave').then((one) => one.octave),
  xml: () => import('@codemirror/legacy-modes/mode/xml').then((one) => one.xml),
  ttml: () => import('@codemirror/legacy-modes/mode/xml').then((one) => one.xml),
  html: () => import('@codemirror/legacy-modes/mode/xml').then((one) => one.html),
  htm: () => import('@codemirror/legacy-modes/mode/xml').then((one) => one.html),
  tex: () => import('@codemirror/legacy-modes/mode/stex').then((one) => one.stex),
}

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--accent-text)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--ok-text)' },
  { tag: [tags.number, tags.bool, tags.atom, tags.null], color: 'var(--note-text)' },
  { tag: [tags.comment], color: 'var(--text-3)' },
  { tag: [tags.typeName, tags.className, tags.tagName, tags.heading], color: 'var(--info-text)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'var(--warn-text)' },
])

/** `wraps`: words; else code, with numbers and as long as its lines are. */
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
