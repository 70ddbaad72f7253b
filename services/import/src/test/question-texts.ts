// Question files of tests, as texts, and what is read from them.
import { expect } from 'vitest'
import type { FormatName, NeutralQuestion } from '../question-formats/format.ts'
import { readQuestionFile } from '../question-formats.ts'

export const read = (text: string, format?: FormatName, name = 'questions') =>
  readQuestionFile(name, Buffer.from(text), format ? { format } : {})
export const questionsIn = (text: string, format?: FormatName) => read(text, format).file.questions
export const only = <K extends NeutralQuestion['type']>(text: string, type: K, format?: FormatName) => {
  const [question] = questionsIn(text, format)
  expect(question?.type).toBe(type)
  return question as Extract<NeutralQuestion, { type: K }>
}

/** A question of Moodle XML; `body` is what its type has beside name, text and points. */
export const moodle = (type: string, body: string) =>
  `<?xml version="1.0"?><quiz><question type="${type}"><name><text>N</text></name><questiontext format="html"><text><![CDATA[<p>Stem \\(x^2\\)</p>]]></text></questiontext><defaultgrade>2.5</defaultgrade>${body}</question></quiz>`

/** An item of QTI 2.1; `declared` goes on from the identifier of its response. */
export const item = (declared: string, body: string) =>
  `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="T"><responseDeclaration identifier="R" ${declared}</responseDeclaration><outcomeDeclaration identifier="SCORE" normalMaximum="3"/><itemBody>${body}</itemBody></assessmentItem>`
