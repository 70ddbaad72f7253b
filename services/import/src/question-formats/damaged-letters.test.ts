// Encodings of question files, and letters that damaged bytes have left in questions.
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readQuestionFile } from '../question-formats.ts'

const damaged = (text: string) => Buffer.from(Buffer.from(text).map((byte) => (byte === 0x7e ? 0xff : byte)))

test('counted in the file with the line of the first, and named at their question', () => {
  const { file, encoding, replaced } = readQuestionFile('q.gift', damaged('::水::水的化~学式?{=H2O}\n\n::海::海水咸吗?{T}\n'))
  expect([encoding, replaced]).toEqual(['utf-8', { count: 1, line: 1 }])
  expect(file.questions.map(({ notes }) => notes)).toEqual([[{ code: 'lettersReplaced', params: { letters: 1 } }], []])
})

test('of a file in an archive at their question', () => {
  const item = `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="海"><responseDeclaration identifier="R" cardinality="single" baseType="identifier"><correctResponse><value>a</value></correctResponse></responseDeclaration><itemBody><p>海水~咸吗？</p><choiceInteraction responseIdentifier="R"><simpleChoice identifier="a">是</simpleChoice><simpleChoice identifier="b">否</simpleChoice></choiceInteraction></itemBody><responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/></assessmentItem>`
  const manifest = `<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"><resources><resource identifier="r" type="imsqti_item_xmlv2p1" href="i.xml"><file href="i.xml"/></resource></resources></manifest>`
  const { file, replaced } = readQuestionFile('q.zip', zipSync({ 'imsmanifest.xml': strToU8(manifest), 'i.xml': damaged(item) }))
  expect(replaced).toBeNull()
  expect(file.questions.map(({ notes }) => notes)).toEqual([[{ code: 'lettersReplaced', params: { letters: 1 } }]])
})

test('the language of the organisation decides between two encodings', () => {
  // 陳 in Big5
  const bytes = Buffer.from([...Buffer.from('stem,answer\n'), 0xb3, 0xaf, ...Buffer.from(',x\n')])
  const encodingIn = (language: string) => readQuestionFile('q.txt', bytes, { format: 'text', language }).encoding
  expect([encodingIn('zh-TW'), encodingIn('zh-CN')]).toEqual(['big5', 'gb18030'])
})
