// The formats of question files, each by its definition.
import { decodeText, encodingOf } from '@lyceum/kit/text/csv'
import type { Encoding } from '@lyceum/kit/text/encodings'
import { type ReplacedLetters, replacedLetters } from '@lyceum/kit/text/replaced-letters'
import { refused } from '@lyceum/kit/calls/errors'
import { aiken } from './question-formats/aiken/definition.ts'
import { csv } from './question-formats/csv/definition.ts'
import { withEmbeddedFiles } from './question-formats/embedded-files.ts'
import type { FormatName, NeutralFileOfQuestions, QuestionFormat } from './question-formats/format.ts'
import { keptWhole } from './question-formats/kept-whole.ts'
import { withConvertedTexts } from './question-formats/converted-texts.ts'
import { withDamagedNamed } from './question-formats/damaged-letters.ts'
import { gift } from './question-formats/gift/definition.ts'
import { moodleXml } from './question-formats/moodle-xml/definition.ts'
import { pasted } from './question-formats/pasted/definition.ts'
import { qti } from './question-formats/qti/definition.ts'
import { isZip } from './question-formats/qti/package.ts'

export const questionFormats: { [K in FormatName]: QuestionFormat & { name: K } } = {
  moodle_xml: moodleXml,
  gift,
  aiken,
  qti,
  csv,
  text: pasted,
} as never

/** Questions of one file. */
const most = 5000

/** The name of the root of an XML document, where a text is one: a text may begin with a tag, but not with a prolog or a namespace. */
function rootOfXml(text: string): string | undefined {
  const [, prolog = '', root, attributes = ''] =
    /^\uFEFF?\s*((?:<\?[^>]*\?>|<!--[\s\S]{0,5000}?-->|<![A-Z][^>]*>|\s)*)<([\w:.-]{1,100})((?:\s[^>]*)?)>/.exec(text) ?? []
  return root && (prolog.includes('<?xml') || /\sxmlns\b/.test(attributes) || /^(questestinterop|manifest|quiz)$/i.test(root))
    ? root
    : undefined
}

/**
 * Reads a file in the given format and encoding, else in those that it looks like; `language`: that of the organisation, which decides between two
 * encodings. 400 for a file without questions, with too many, or that is broken.
 */
export function readQuestionFile(
  name: string,
  bytes: Uint8Array,
  { format: given, encoding: named, language }: { format?: FormatName; encoding?: Encoding; language?: string } = {},
): { format: FormatName; encoding: Encoding | null; replaced: ReplacedLetters | null; file: NeutralFileOfQuestions } {
  const archive = isZip(bytes)
  const encoding = archive ? null : (named ?? encodingOf(bytes, language))
  // no format reads an archive as a text
  const text = encoding ? decodeText(bytes, { encoding }) : ''
  const format = given
    ? questionFormats[given]
    : Object.values(questionFormats).reduce(
        (best, one) => (one.sniff({ name, bytes, text }) > best.sniff({ name, bytes, text }) ? one : best),
        questionFormats.text as QuestionFormat,
      )
  const root = format.name === 'moodle_xml' || format.name === 'qti' ? undefined : rootOfXml(text)
  if (root !== undefined) throw refused(400, 'questionImport.unknownXml', { root })
  const file = withDamagedNamed(withConvertedTexts(withEmbeddedFiles(keptWhole(format.read({ bytes, text })))))
  if (file.questions.length === 0 && file.unreadable.length === 0) throw refused(400, 'questionImport.noQuestions')
  if (file.questions.length > most) throw refused(400, 'questionImport.tooMany', { most })
  return { format: format.name, encoding, replaced: replacedLetters(text), file }
}
