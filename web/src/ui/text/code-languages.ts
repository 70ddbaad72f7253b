// Languages of code, and their parsers, each loaded when it is needed.
import type { StreamParser } from '@codemirror/language'

type Parser = StreamParser<unknown>
const clike = () => import('@codemirror/legacy-modes/mode/clike')
const script = () => import('@codemirror/legacy-modes/mode/javascript')

const languages = {
  text: {},
  python: { name: 'Python', parser: async () => (await import('@codemirror/legacy-modes/mode/python')).python as Parser },
  javascript: { name: 'JavaScript', parser: async () => (await script()).javascript as Parser },
  typescript: { name: 'TypeScript', parser: async () => (await script()).typescript as Parser },
  java: { name: 'Java', parser: async () => (await clike()).java as Parser },
  c: { name: 'C', parser: async () => (await clike()).c as Parser },
  cpp: { name: 'C++', parser: async () => (await clike()).cpp as Parser },
  csharp: { name: 'C#', parser: async () => (await clike()).csharp as Parser },
  go: { name: 'Go', parser: async () => (await import('@codemirror/legacy-modes/mode/go')).go as Parser },
  r: { name: 'R', parser: async () => (await import('@codemirror/legacy-modes/mode/r')).r as Parser },
  sql: { name: 'SQL', parser: async () => (await import('@codemirror/legacy-modes/mode/sql')).standardSQL as Parser },
  html: { name: 'HTML', parser: async () => (await import('@codemirror/legacy-modes/mode/xml')).html as Parser },
  css: { name: 'CSS', parser: async () => (await import('@codemirror/legacy-modes/mode/css')).css as Parser },
  xml: { name: 'XML', parser: async () => (await import('@codemirror/legacy-modes/mode/xml')).xml as Parser },
  json: { name: 'JSON', parser: async () => (await script()).json as Parser },
  matlab: { name: 'MATLAB', parser: async () => (await import('@codemirror/legacy-modes/mode/octave')).octave as Parser },
  latex: { name: 'LaTeX', parser: async () => (await import('@codemirror/legacy-modes/mode/stex')).stex as Parser },
  shell: { name: 'Shell', parser: async () => (await import('@codemirror/legacy-modes/mode/shell')).shell as Parser },
} as const satisfies Record<string, { name?: string; parser?: () => Promise<Parser> }>

/** `text` is plain text. */
export type CodeLanguage = keyof typeof languages
export const codeLanguages = Object.keys(languages) as CodeLanguage[]

/** The language of a stored text; `text` for one that is unknown here. */
export const codeLanguageOf = (name: string | null | undefined): CodeLanguage =>
  codeLanguages.find((language) => language === name) ?? 'text'

/** A proper name, the same in all languages; undefined for plain text. */
export const codeLanguageName = (language: CodeLanguage): string | undefined => (languages[language] as { name?: string }).name

/** undefined for plain text. */
export const codeParser = (language: CodeLanguage): Promise<Parser> | undefined =>
  (languages[language] as { parser?: () => Promise<Parser> }).parser?.()
