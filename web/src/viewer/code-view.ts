// Read-only view of a text or of code, by CodeMirror. It renders only the lines near the viewport, so that a MiB of text stays light.
import { StreamLanguage, syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { type CodeLanguage, codeParser } from '../ui/text/code-languages.ts'
import '../ui/text/code.css'

const languages: Record<string, CodeLanguage> = {
  py: 'python',
  js: 'javascript',
  ts: 'typescript',
  json: 'json',
  ipynb: 'json',
  java: 'java',
  c: 'c',
  h: 'c',
  cpp: 'cpp',
  css: 'css',
  sql: 'sql',
  r: 'r',
  m: 'matlab',
  xml: 'xml',
  ttml: 'xml',
  html: 'html',
  htm: 'html',
  tex: 'latex',
}

/** `wraps`: prose with wrapped lines; else code with line numbers and unwrapped lines. Returns the editor, to be destroyed by the caller. */
export async function showText(
  parent: HTMLElement,
  text: string,
  { extension, wraps, label }: { extension: string; wraps: boolean; label: string },
) {
  const parser = await codeParser(languages[extension] ?? 'text')
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
        ...(parser ? [StreamLanguage.define(parser), syntaxHighlighting(classHighlighter)] : []),
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
