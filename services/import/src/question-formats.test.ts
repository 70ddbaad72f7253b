// The plain formats of question files, GIFT, Aiken, tables and pasted text: the examples of their documentation, and files that other systems really write.
import { describe, expect, test } from 'vitest'
import type { NeutralQuestion } from './question-formats/format.ts'
import { only, questionsIn, read } from './test/question-texts.ts'

describe('GIFT', () => {
  test('one choice, with feedback and the format of each answer', () => {
    const { title, stem, content, key } = only(
      '::Q2:: Between orange and green?\n{\n=yellow # right; good!\n~red # [html]<b>wrong</b>\n~[plain]a < b\n}',
      'single',
    )
    const [yellow, red, third] = content.options
    expect([title, stem, yellow?.text, third?.text]).toEqual(['Q2', 'Between orange and green?', 'yellow', 'a &lt; b'])
    expect(key).toEqual({ right: yellow!.id, feedback: { [yellow!.id]: 'right; good!', [red!.id]: '<b>wrong</b>' } })
  })
  test('several choices with percentages', () => {
    const { content, key } = only('::colours:: Which?{\n~%50%yellow\n~%-100%red\n~%50%off-beige\n}', 'multiple')
    expect(key.right).toEqual([content.options[0]!.id, content.options[2]!.id])
    expect(Object.values(key.percents!)).toEqual(['50', '-100', '50'])
  })
  test('matching keeps a choice that belongs to nothing, and says nothing by its order', () => {
    const { content, key } = only('Match.{\n=a -> Forum\n=b -> Wiki\n= -> Chat\n}', 'matching')
    expect([content.items.length, content.choices.length, Object.keys(key.pairs).length]).toEqual([2, 3, 2])
  })
  test('numbers: tolerances, ranges, several', () => {
    expect(only('Q{#3:2}', 'numerical').key.accepted).toEqual([{ value: '3', tolerance: '2', percent: '100' }])
    expect(only('Q{#1..5}', 'numerical').key.accepted).toEqual([{ value: '3', tolerance: '2', percent: '100' }])
    expect(only('Q{#=1822:0 =%50%1822:2}', 'numerical').key.accepted).toEqual([
      { value: '1822', tolerance: '0', percent: '100' },
      { value: '1822', tolerance: '2', percent: '50' },
    ])
  })
  test('true and false, their feedback in its order, and what everybody reads', () => {
    const { key, feedback } = only('42 is it.{FALSE#42 is right.#You knew.\n####A reference.}', 'true_false')
    expect([key, feedback]).toEqual([{ right: false, feedback: { true: '42 is right.', false: 'You knew.' } }, 'A reference.'])
  })
  test('essays, descriptions, gaps within a sentence, escaped signs, categories, comments', () => {
    const list = questionsIn(
      '// a comment\n$CATEGORY: $course$/top/Waves/Deep//shallow\n\n::E:: How are you? {}\n\nJust a text\\: read it\n\nTwo plus {=two =2} is four.\n\nCost \\{x\\}?{=\\=5 ~6}',
    )
    expect(list.map(({ type }) => type)).toEqual(['essay', 'stimulus', 'short_answer', 'single'])
    expect(list.map(({ folder }) => folder)).toEqual(Array(4).fill(['Waves', 'Deep/shallow']))
    expect(list.map(({ stem }) => stem)).toEqual(['How are you?', 'Just a text: read it', 'Two plus _____ is four.', 'Cost {x}?'])
  })
  test('braces, equals signs and backslashes of a formula are text', () => {
    const [fraction, power, escaped, answers, money] = questionsIn(
      String.raw`::T::What is \(\frac{1}{2}\) as a decimal? {=0.5}

::T2::[html]<p>Solve $$x^{2}=4$$</p>{~1 =2}

::T3::\(\frac\{1\}\{2\} \= y\) is what?{=0.5}

::T4::Which?{=\(a^{n+1}=b~c\) ~\[\neq \{1\}^{2}\]}

::T5::It costs $$5 {=yes ~no $$3}`,
    )
    expect([fraction?.type, fraction?.stem]).toEqual(['short_answer', String.raw`What is \(\frac{1}{2}\) as a decimal?`])
    expect([power?.type, power?.stem]).toEqual(['single', '<p>Solve $$x^{2}=4$$</p>'])
    expect(escaped?.stem).toBe(String.raw`\(\frac{1}{2} = y\) is what?`)
    expect(answers?.type === 'single' && answers.content.options.map(({ text }) => text)).toEqual([
      String.raw`\(a^{n+1}=b~c\)`,
      String.raw`\[\neq \{1\}^{2}\]`,
    ])
    expect([money?.type, money?.stem]).toEqual(['single', 'It costs $$5'])
  })
  test('a question with two blocks of answers is kept as text', () => {
    const [question] = questionsIn('::T3::First {=a} and then {=b}', 'gift')
    expect([question?.type, question?.stem, question?.notes[0]?.code]).toEqual(['essay', '::T3::First {=a} and then {=b}', 'keptUnread'])
  })
  test('tags of a comment as Moodle writes them; its id says nothing', () => {
    const list = questionsIn('// [id:17] [tag:waves] [tag:week 2] [tag:a\\]b]\n::A:: One?{T}\n\n::B:: Two?{F}', 'gift')
    expect(list.map(({ tags }) => tags)).toEqual([['waves', 'week 2', 'a]b'], []])
  })
  test.each([
    ['0.1..0.3', '0.2', '0.1'],
    ['3.141..3.142', '3.1415', '0.0005'],
    ['-1..2', '0.5', '1.5'],
    ['2..1', '1.5', '0.5'],
    ['1,5 .. 2,5', '2', '0.5'],
    ['1..1', '1', '0'],
    ['0.0000001..0.0000003', '0.0000002', '0.0000001'],
  ])('the range %s is exactly %s and %s', (range, value, tolerance) => {
    expect(only(`Q{#${range}}`, 'numerical').key.accepted).toEqual([{ value, tolerance, percent: '100' }])
  })
  test.each([
    ['1,500', '1.5', '1500'],
    ['12,345..12,347', undefined, undefined],
  ])('the number %s may be two and is kept as text, with both', (number, fraction, whole) => {
    const [question] = questionsIn(`Q{#${number}}`, 'gift')
    expect(question?.type).toBe('essay')
    if (fraction) expect(question?.notes[0]).toEqual({ code: 'twoNumbers', params: { typed: number, fraction, whole } })
  })
  test('a point is the sign of the format', () =>
    expect(only('Q{#3.142:0.001}', 'numerical').key.accepted).toEqual([{ value: '3.142', tolerance: '0.001', percent: '100' }]))
  test('a brace that never closes is kept as text and named with its line, and the others are read', () => {
    const { file } = read('Good{T}\n\nBad{=a\n', 'gift')
    expect(file.unreadable).toEqual([])
    expect(file.questions.map(({ type, stem, notes }) => [type, stem, notes])).toEqual([
      ['true_false', 'Good', []],
      ['essay', 'Bad{=a', [{ code: 'keptUnread', params: { line: 3 } }]],
    ])
  })
})

describe('a table', () => {
  test('a number that may be two is kept as text, with both; one with another place is read', () => {
    const list = questionsIn(
      'type,question,points,right\nnumerical,One,1,"1,500"\nnumerical,Two,1,3.142±0.0010\nnumerical,Three,1,3.1420±0.0010\nnumerical,Four,1.000,5\nnumerical,Five,33.333333333333336,1 500',
      'csv',
    )
    expect(list.map(({ type, points, key, notes }) => [type, points, 'accepted' in key ? key.accepted : notes[0]])).toEqual([
      ['essay', '1', { code: 'twoNumbers', params: { typed: '1,500', fraction: '1.5', whole: '1500' } }],
      ['essay', '1', { code: 'twoNumbers', params: { typed: '3.142', fraction: '3.1420', whole: '3142' } }],
      ['numerical', '1', [{ value: '3.142', tolerance: '0.001', percent: '100' }]],
      ['essay', '1', { code: 'twoNumbers', params: { typed: '1.000', fraction: '1', whole: '1000' } }],
      ['numerical', '33.3333', [{ value: '1500', tolerance: '0', percent: '100' }]],
    ])
    expect(list[4]?.notes).toEqual([{ code: 'pointsRounded', params: { typed: '33.333333333333336', points: '33.3333' } }])
  })
})

describe('Aiken', () => {
  test('questions that are whole; the others are kept as text and named', () => {
    const { format, file } = read(
      'Too few\nA) Only\nANSWER: A\n\nGood\nA) Correct\nB) Incorrect\nANSWER: A\n\nStarted\nA) one\nB) two\n\nSecond\nA)No space\nB)Right < >\nANSWER: B\n',
    )
    expect([format, file.questions.map(({ title, type, notes }) => [title, type, notes[0]?.code])]).toEqual([
      'aiken',
      [
        ['Good', 'single', undefined],
        ['Second', 'single', undefined],
        ['Too few', 'essay', 'keptUnread'],
        ['Started', 'essay', 'keptUnread'],
      ],
    ])
    expect(file.questions[3]!.stem).toBe('Started<br>A) one<br>B) two')
  })
})

describe('Aiken', () => {
  test('a stem that begins with a letter and a point is a stem', () => {
    const list = questionsIn(
      'U.S. president in 1863?\nA. Lincoln\nB. Grant\nANSWER: A\n\nA. Lincoln was president of which country?\nA) USA\nB) France\nANSWER: A\n',
      'aiken',
    )
    expect(list.map(({ type, stem }) => [type, stem])).toEqual([
      ['single', 'U.S. president in 1863?'],
      ['single', 'A. Lincoln was president of which country?'],
    ])
  })
})

describe('pasted text', () => {
  test('numbers, letters, an asterisk, an answer line in five languages', () => {
    const list = questionsIn(
      '1. Which sea?\nA. North\n*B. South\n\n2) 哪一个？\nA、甲\nB、乙\n答案：B\n\n3. Pick two (2 points)\n[x] one\n[ ] two\n[x] three\n\n4. Ibu kota?\nJawaban: Jakarta; Djakarta\n\n5. ถูกหรือผิด\nคำตอบ: ถูก\n\n6. Explain.',
      'text',
    )
    expect(list.map(({ type, points }) => [type, points])).toEqual([
      ['single', '1'],
      ['single', '1'],
      ['multiple', '2'],
      ['short_answer', '1'],
      ['true_false', '1'],
      ['essay', '1'],
    ])
    expect((list[0] as Extract<NeutralQuestion, { type: 'single' }>).key.right).toBe(
      (list[0] as Extract<NeutralQuestion, { type: 'single' }>).content.options[1]!.id,
    )
  })
})
