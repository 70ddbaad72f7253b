// Exhibits of question types: each as students answer it, marked, and as its writers edit it.
import type { AnswerOf, ContentOf, KeyOf, QuestionTypeName } from '@lyceum/activity/questions/question-types/api'
import { Suspense, useId, useState } from 'react'
import { questionTypeOf } from '../../question-types.ts'
import type { Review } from '../../question-types/definition.ts'
import { exhibit } from '../exhibit.ts'
import { PaperEntry } from '../../parts/learning/questions/paper-entry.tsx'
import { useSortable } from '../../ui/order/sortable.ts'
import { WithTexts } from '../with-texts.tsx'

const features = ['questions', 'editor', 'exam-work', 'ui'] as const
/** Questions without a text of their own. */
const picture = '<p><img data-upload="a" alt=""></p>'
const parts = (...texts: string[]) => texts.map((text, n) => ({ id: `part0${n}`, text }))

type Sample<K extends QuestionTypeName> = { stem: string; content: ContentOf<K>; key: KeyOf<K>; answer?: AnswerOf<K>; review?: Review<K> }
const samples: { [K in QuestionTypeName]: Sample<K> } = {
  single: {
    stem: 'Sea ice forms in the Weddell Sea. Which change makes the water under the ice sink?',
    content: {
      options: parts('It gets warmer and fresher', 'It gets colder and saltier', 'It loses oxygen', 'It freezes from below'),
      shuffle: true,
    },
    key: { right: 'part01', feedback: { part00: 'Warm water is lighter.' } },
    answer: { choice: 'part00' },
    review: { parts: { part00: 'wrong' }, solution: { choice: 'part01' } },
  },
  multiple: {
    stem: 'Which of these are salts?',
    content: { options: parts('Sodium chloride', 'Glucose', 'Magnesium sulphate', 'Ethanol'), most: 3 },
    key: { right: ['part00', 'part02'], rule: 'minus' },
    answer: { choices: ['part00', 'part01'] },
    review: { parts: { part00: 'right', part01: 'wrong' }, solution: { choices: ['part00', 'part02'] } },
  },
  true_false: {
    stem: 'Spring tides come at new and full moon.',
    content: {},
    key: { right: true },
    answer: { value: true },
    review: { parts: { value: 'right' }, solution: { value: true } },
  },
  blanks: {
    stem: '<p>Water is densest at [[part00]] °C and its [[part01]] is high.</p>',
    content: {
      blanks: [
        { id: 'part00', kind: 'number' },
        { id: 'part01', kind: 'choice', options: parts('heat capacity', 'price') },
      ],
    },
    key: { blanks: { part00: { numbers: [{ value: '4', tolerance: '0.1', percent: '100' }] }, part01: { options: { part00: '100' } } } },
    answer: { values: { part00: '5', part01: 'part00' } },
    review: { parts: { part00: 'wrong', part01: 'right' }, solution: { values: { part00: '4', part01: 'part00' } } },
  },
  short_answer: {
    stem: 'Which pigment makes leaves green?',
    content: {},
    key: { accepted: [{ text: 'chlorophyll*', percent: '100' }] },
    answer: { text: 'carotene' },
    review: { parts: { text: 'wrong' }, solution: { text: 'chlorophyll' } },
  },
  numerical: {
    stem: 'How fast does sound travel in sea water?',
    content: { unit: 'm/s' },
    key: { accepted: [{ value: '1500', tolerance: '30', percent: '100' }] },
    answer: { text: '1490' },
    review: { parts: { text: 'right' }, solution: { text: '1500' } },
  },
  matching: {
    stem: 'Which kingdom does each belong to?',
    content: {
      items: parts('Frog', 'Fern', picture),
      choices: [
        { id: 'choice0', text: 'Plants' },
        { id: 'choice1', text: 'Animals' },
        { id: 'choice2', text: 'Fungi' },
      ],
    },
    key: { pairs: { part00: 'choice1', part01: 'choice0', part02: 'choice2' }, rule: 'each' },
    answer: { pairs: { part00: 'choice1', part01: 'choice2' } },
    review: { parts: { part00: 'right', part01: 'wrong' }, solution: { pairs: { part00: 'choice1', part01: 'choice0' } } },
  },
  ordering: {
    stem: 'From the surface down',
    content: { items: parts('Abyss', 'Sunlight zone', picture) },
    key: { order: ['part01', 'part02', 'part00'], rule: 'place' },
    answer: { order: ['part01', 'part00', 'part02'] },
    review: { parts: { part01: 'right', part00: 'wrong', part02: 'wrong' }, solution: { order: ['part01', 'part02', 'part00'] } },
  },
  essay: {
    stem: 'Why is the deep sea cold?',
    content: { format: 'plain', words_most: 60, files_most: 1 },
    key: {},
    answer: { text: 'Cold and salty water is dense; it sinks near the poles and fills the basins.' },
  },
  file: { stem: 'Hand in your table', content: { file_types: ['csv', 'xlsx'], files_most: 2, file_size_mb: 20 }, key: {} },
  stimulus: { stem: 'Read the report of the expedition.', content: {}, key: {} },
  scale: { stem: 'The pace was right', content: { from: 1, to: 5, low: 'not at all', high: 'very much' }, key: {}, answer: { value: 4 } },
  matrix: {
    stem: 'How was it?',
    content: {
      rows: parts('Lectures', 'Laboratory'),
      columns: [
        { id: 'column0', text: 'Poor' },
        { id: 'column1', text: 'Fair' },
        { id: 'column2', text: 'Good' },
      ],
    },
    key: {},
    answer: { rows: { part00: ['column2'] } },
  },
}

function Answering({ type, marked = false }: { type: QuestionTypeName; marked?: boolean }) {
  const id = useId()
  const { stem, content, answer: given, review } = samples[type] as Sample<QuestionTypeName>
  const [answer, setAnswer] = useState(given)
  const { Answer, stemInside } = questionTypeOf(type)
  return (
    <WithTexts features={features}>
      <div className="max-w-2xl">
        <p id={id} className={stemInside ? 'screen-reader' : 'mb-3 text-read'}>
          {stemInside ? type : stem}
        </p>
        <Answer {...{ stem, content, answer, labelledBy: id }} {...(marked ? { review } : { onAnswer: setAnswer })} />
      </div>
    </WithTexts>
  )
}
function Editing({ type }: { type: QuestionTypeName }) {
  const sample = samples[type] as Sample<QuestionTypeName>
  const [question, setQuestion] = useState(sample)
  const { Editor } = questionTypeOf(type)
  return (
    <WithTexts features={features}>
      <Suspense>
        <div className="max-w-3xl">
          <Editor
            stem={question.stem}
            content={question.content}
            keyOf={question.key}
            onChange={(changed) => setQuestion({ ...question, ...changed })}
            faults={{}}
            uploadFile={() => Promise.reject(new Error('No files here'))}
          />
        </div>
      </Suspense>
    </WithTexts>
  )
}

const asked = ['Which of these are salts?', 'Why is the cold, salty water of the poles found on the bottom of every ocean?']
function InPaper() {
  const [points, setPoints] = useState(['2', '10'])
  const sorting = useSortable({
    kind: 'paper',
    groups: [{ id: 'section', items: asked }],
    name: (key) => key,
    onMove: () => {},
  })
  return (
    <WithTexts features={features}>
      <div ref={sorting.list} className="max-w-3xl">
        <ol className="surface-card divide-y divide-line">
          {asked.map((title, at) => (
            <PaperEntry
              key={title}
              entry={{
                key: title,
                question_id: title,
                points: points[at] ?? '',
                question: {
                  question_id: title,
                  version_id: title,
                  n: 1,
                  type: 'essay',
                  title,
                  stem: title,
                  content: {},
                  key: {},
                  newer: false,
                  about: null,
                },
                there: null,
              }}
              number={String(at + 1)}
              scored
              problem={undefined}
              sorting={sorting}
              onChange={(part) => setPoints(points.map((one, nth) => (nth === at ? (part.points ?? one) : one)))}
              onTakeNewer={() => {}}
              onDraw={() => {}}
              onRemove={() => {}}
            />
          ))}
        </ol>
      </div>
    </WithTexts>
  )
}

const types = Object.keys(samples) as QuestionTypeName[]
export default exhibit(
  Object.fromEntries([
    ...types.map((type) => [type, () => <Answering type={type} />] as const),
    ...types.filter((type) => samples[type].review).map((type) => [`${type}, marked`, () => <Answering type={type} marked />] as const),
    ...types.map((type) => [`${type}, written`, () => <Editing type={type} />] as const),
    ['in a paper', InPaper],
  ]),
)
