// Tests of the texts of question files: formulas of other systems, elements that go, pictures within the text.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { draftOf, filesOf } from '../question-imports/drafts.ts'
import { item, moodle, questionsIn, read } from '../test/question-texts.ts'

const half = '<span data-latex="\\frac{1}{2}">\\frac{1}{2}</span>'
const placing = { folder: () => null, upload: (key: string) => `upload of ${key.replace(/^[^/]*/, '')}`, stimulus: () => null }

test('formulas, lists and tables of a Moodle file mean what they meant', () => {
  const questions = questionsIn(readFileSync(join(import.meta.dirname, '../../../../tests/corpus/q-mathml.xml'), 'utf8'))
  const stems = Object.fromEntries(questions.map((question) => [question.title, draftOf(question, placing).stem]))
  expect(stems).toEqual({
    'mathml fraction': `<p>Is ${half} less than one?</p>`,
    'mathml power': '<p>Is <span data-latex="10^{3}">10^{3}</span> = 1000?</p>',
    'canvas img data-mathml': `<p>Is ${half} ok?</p>`,
    'wiris safexml': `<p>Is ${half} ok?</p>`,
    tex: `<p>${half} and <span data-latex="x_1">x_1</span> and <div data-latex="y">y</div> and $5 or $6</p>`,
    'sub in text': '<p>H<sub>2</sub>O \u00a0 3 &lt; 5 &amp;&amp; 10<sup>3</sup></p>',
    dl: '<p><strong>Mass</strong></p><p>5 kg</p><p><strong>Speed</strong></p><p>3 m/s</p>',
    'ol a': '<ol type="a"><li>x</li><li>y</li></ol>',
    audio: '<p>Listen</p>  ',
    'table caption':
      '<table border="1"><caption>Data</caption><thead><tr><th scope="col">t</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>',
  })
  expect(questions.flatMap(({ title, notes }) => notes.map(({ code, params }) => [title, code, params]))).toEqual([
    ['audio', 'fileLeftOut', { name: 'a.mp3' }],
    ['audio', 'elementLeftOut', { elements: 'audio' }],
  ])
})

test('MathML with a prefix, in an item of QTI and in a title that a text gives', () => {
  const [question] = questionsIn(
    item(
      'cardinality="single" baseType="string">',
      '<p>Is <m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:mfrac><m:mn>1</m:mn><m:mn>2</m:mn></m:mfrac></m:math> it?</p><extendedTextInteraction responseIdentifier="R"/>',
    ).replace(' title="T"', ''),
    'qti',
  )
  expect([question?.title, question?.stem]).toEqual(['Is $\\frac{1}{2}$ it?', `<p>Is ${half} it?</p>`])
})

test('a formula beside a formula in TeX keeps its own brackets', () =>
  expect(
    draftOf(
      questionsIn(moodle('essay', '').replace('Stem', '<img class="equation_image" data-equation-content="a\\\\[2pt]b"> \\[c\\]'))[0]!,
      placing,
    ).stem,
  ).toBe('<p><span data-latex="a\\\\[2pt]b">a\\\\[2pt]b</span> <div data-latex="c">c</div> <span data-latex="x^2">x^2</span></p>'))

test('elements that go are named once each, with their number', () =>
  expect(
    questionsIn(moodle('essay', '').replace('Stem', 'Write <input> or <input> <canvas></canvas> <font color="red">red</font>'))[0]!.notes,
  ).toEqual([{ code: 'elementLeftOut', params: { elements: 'input (2), canvas' } }]))

test('the picture of a formula is no file, and a sound is a link to its own, whatever its name', () => {
  const { file } = read(
    moodle('essay', '').replace(
      '<p>Stem \\(x^2\\)</p>]]></text>',
      '<p><img class="Wirisformula" data-mathml="«math»«mi»x«/mi»«/math»" src="data:image/png;base64,iVBORw0KGgo="> <audio controls><source src="@@PLUGINFILE@@/my%20%26%20song.mp3"></audio></p>]]></text><file name="my &amp; song.mp3" path="/" encoding="base64">YWJj</file>',
    ),
  )
  const [question] = file.questions
  expect(question!.notes).toEqual([])
  expect(filesOf(question!).map((key) => file.files.get(key)?.name)).toEqual(['my & song.mp3'])
  expect(draftOf(question!, placing).stem).toBe(
    '<p><span data-latex="x">x</span>  <a data-upload="upload of /my%20%26%20song.mp3">my &amp; song.mp3</a> </p>',
  )
})
