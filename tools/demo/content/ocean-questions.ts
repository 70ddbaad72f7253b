// Questions of the demo school's exam in oceanography: every type that an exam asks, with feedback, partial credit and tags.
import type { DemoQuestion } from './types.ts'

type More = Partial<Pick<DemoQuestion, 'tags' | 'points' | 'feedback' | 'folder'>>
const p = (text: string) => `<p>${text}</p>`
/** Ids that stay the same with every making of the school. */
const idOf = (n: number) => `answer${String(n).padStart(2, '0')}`
const parts = (texts: readonly string[]) => texts.map((text, n) => ({ id: idOf(n), text: p(text) }))

/** The first of the options is right; the page shows them in another order for everybody. */
const single = (stem: string, options: string[], more: More = {}): DemoQuestion => ({
  type: 'single',
  stem: p(stem),
  content: { options: parts(options), shuffle: true },
  key: { right: idOf(0) },
  ...more,
})
const multiple = (stem: string, right: string[], wrong: string[], more: More = {}): DemoQuestion => ({
  type: 'multiple',
  stem: p(stem),
  content: { options: parts([...right, ...wrong]), shuffle: true },
  key: { right: right.map((_, n) => idOf(n)), rule: 'minus' },
  points: '2',
  ...more,
})
const trueFalse = (stem: string, right: boolean, more: More = {}): DemoQuestion => ({
  type: 'true_false',
  stem: p(stem),
  content: {},
  key: { right },
  ...more,
})
const short = (stem: string, accepted: [text: string, percent?: string][], more: More = {}): DemoQuestion => ({
  type: 'short_answer',
  stem: p(stem),
  content: {},
  key: { accepted: accepted.map(([text, percent = '100']) => ({ text, percent })) },
  ...more,
})
const number = (stem: string, value: string, tolerance: string, unit: string, more: More = {}): DemoQuestion => ({
  type: 'numerical',
  stem: p(stem),
  content: { unit },
  key: { accepted: [{ value, tolerance, percent: '100' }] },
  ...more,
})
const matching = (stem: string, pairs: [item: string, choice: string][], others: string[], more: More = {}): DemoQuestion => ({
  type: 'matching',
  stem: p(stem),
  content: {
    items: pairs.map(([item], n) => ({ id: `item0${n}`, text: p(item) })),
    choices: parts([...pairs.map(([, choice]) => choice), ...others]),
    shuffle: true,
  },
  key: { pairs: Object.fromEntries(pairs.map((_, n) => [`item0${n}`, idOf(n)])), rule: 'each' },
  points: String(pairs.length),
  ...more,
})
const ordering = (stem: string, items: string[], more: More = {}): DemoQuestion => ({
  type: 'ordering',
  stem: p(stem),
  content: { items: parts(items) },
  key: { order: items.map((_, n) => idOf(n)), rule: 'place' },
  points: '2',
  ...more,
})

const [water, flow, life] = ['Sea water', 'Circulation', 'Life in the deep']

export const oceanFolders = [water, flow, life]

export const oceanQuestions: DemoQuestion[] = [
  ...[
    single(
      'Which change makes sea water denser?',
      ['It gets colder and saltier', 'It gets warmer and fresher', 'It loses oxygen', 'It takes up nitrogen'],
      { tags: ['density'], feedback: p('Cold and salt both pack water more tightly.') },
    ),
    single('What is the mean salinity of the open ocean?', ['About 35 g/kg', 'About 3.5 g/kg', 'About 70 g/kg', 'About 350 g/kg'], {
      tags: ['salinity'],
    }),
    multiple(
      'Which of these ions are among the six most frequent in sea water?',
      ['Chloride', 'Sodium', 'Sulphate'],
      ['Iron', 'Nitrate', 'Gold'],
      { tags: ['salinity', 'chemistry'] },
    ),
    trueFalse('Sea water of normal salinity is densest at 4 °C.', false, {
      tags: ['density'],
      feedback: p('Only fresh water is: sea water gets denser down to its freezing point.'),
    }),
    trueFalse('The ratios of the main salts are almost the same in all oceans.', true, { tags: ['salinity', 'chemistry'] }),
    short(
      'What do we call the layer in which temperature falls fast with depth?',
      [['thermocline'], ['thermocline layer'], ['pycnocline', '50']],
      {
        tags: ['density'],
      },
    ),
    number('At which temperature does sea water of 35 g/kg freeze at the surface?', '-1.9', '0.1', '°C', { tags: ['density'] }),
    number('How fast does sound travel in sea water?', '1500', '30', 'm/s', { tags: ['sound'] }),
    {
      type: 'numerical',
      stem: '<p>A sample of 0.25 kg holds 8.75 g of salt. What is its salinity?</p><p><span data-latex="S = \\frac{m_{salt}}{m_{water}}">S = \\frac{m_{salt}}{m_{water}}</span></p>',
      content: { unit: 'g/kg' },
      key: {
        accepted: [
          { value: '35', tolerance: '0.1', percent: '100' },
          { value: '0.035', tolerance: '0.0001', percent: '50', feedback: p('Right, but in another unit.') },
        ],
      },
      tags: ['salinity'],
      points: '2',
    } as DemoQuestion,
    matching(
      'What does each instrument measure?',
      [
        ['CTD', 'Salinity, temperature and depth'],
        ['ADCP', 'Currents'],
        ['Secchi disk', 'How clear the water is'],
      ],
      ['The age of a shell'],
      { tags: ['instruments'] },
    ),
  ].map((question) => ({ folder: water, ...question })),
  ...[
    single(
      'What drives the great conveyor of the oceans?',
      ['Differences of density', 'The tides alone', 'The turning of whales', 'Rivers'],
      { tags: ['conveyor'] },
    ),
    single(
      'To which side does the Coriolis effect turn a current in the northern hemisphere?',
      ['To the right', 'To the left', 'Not at all', 'Upwards'],
      { tags: ['currents'] },
    ),
    multiple('In which seas does deep water form?', ['Weddell Sea', 'Labrador Sea', 'Greenland Sea'], ['Red Sea', 'Java Sea'], {
      tags: ['conveyor'],
    }),
    trueFalse('Spring tides come at new and full moon.', true, { tags: ['tides'] }),
    trueFalse('Upwelling makes coasts poor in fish.', false, {
      tags: ['currents'],
      feedback: p('It brings nutrients into the light: Peru’s coast is among the richest.'),
    }),
    short('Which ocean current warms north-western Europe?', [['Gulf Stream*'], ['North Atlantic Current*'], ['*Atlantic Drift']], {
      tags: ['currents'],
    }),
    number('About how many years does water need for one round of the conveyor?', '1000', '300', 'years', { tags: ['conveyor'] }),
    ordering(
      'Put the way of a water parcel into order.',
      ['It cools off Greenland', 'It sinks', 'It flows south along the bottom', 'It rises in the Southern Ocean'],
      { tags: ['conveyor'] },
    ),
    matching(
      'Which strait joins which waters?',
      [
        ['Malacca', 'Andaman Sea and South China Sea'],
        ['Sunda', 'Java Sea and Indian Ocean'],
        ['Gibraltar', 'Atlantic and Mediterranean'],
      ],
      ['Bering Sea and Arctic Ocean'],
      { tags: ['currents'] },
    ),
    {
      type: 'blanks',
      stem: '<p>The moon raises the tides: there are [[number0]] high waters in about [[hours0]] hours. At half moon the tides are [[neap00]].</p>',
      content: {
        blanks: [
          { id: 'number0', kind: 'text' },
          { id: 'hours0', kind: 'number' },
          { id: 'neap00', kind: 'choice', options: parts(['small', 'great']) },
        ],
      },
      key: {
        blanks: {
          number0: {
            texts: [
              { text: 'two', percent: '100' },
              { text: '2', percent: '100' },
            ],
          },
          hours0: { numbers: [{ value: '24.8', tolerance: '0.9', percent: '100' }] },
          neap00: { options: { [idOf(0)]: '100' } },
        },
      },
      points: '3',
      tags: ['tides'],
    } as DemoQuestion,
    {
      type: 'essay',
      stem: p('What would happen to the climate of Europe if deep water no longer formed in the North Atlantic? Give two reasons.'),
      content: { format: 'rich', words_least: 80, words_most: 250 },
      key: { guide: p('Less heat from the south; sea ice; a band of rain that moves. Two of them with their cause: full points.') },
      points: '6',
      tags: ['conveyor'],
    } as DemoQuestion,
  ].map((question) => ({ folder: flow, ...question })),
  ...[
    single(
      'Where does the energy of a hydrothermal vent community come from?',
      ['From chemicals of the vent', 'From sunlight', 'From whales that sink', 'From the tides'],
      { tags: ['vents'] },
    ),
    single('Which zone lies below 4,000 m?', ['Abyssal', 'Sunlit', 'Twilight', 'Littoral'], { tags: ['zones'] }),
    multiple(
      'Why do animals of the deep make light?',
      ['To find food', 'To hide their outline', 'To find a mate'],
      ['To warm themselves', 'To breathe'],
      { tags: ['light'] },
    ),
    trueFalse('Most animals of the deep can make light.', true, { tags: ['light'] }),
    trueFalse('Pressure grows by one atmosphere with every 100 m of depth.', false, {
      tags: ['zones'],
      feedback: p('With every 10 m.'),
    }),
    short('What is the slow fall of dead particles from the surface called?', [['marine snow'], ['sea snow', '50']], { tags: ['zones'] }),
    number('What is the pressure at 2,000 m, in atmospheres?', '201', '2', 'atm', { tags: ['zones'] }),
    ordering('From the surface down:', ['Sunlit zone', 'Twilight zone', 'Midnight zone', 'Abyss', 'Trenches'], { tags: ['zones'] }),
    {
      type: 'file',
      stem: p('Hand in your drawing of a food web of the deep sea, with at least six animals.'),
      content: { file_types: ['pdf', 'png', 'jpg'], files_most: 2, file_size_mb: 20 },
      key: { guide: p('Six animals, arrows from food to eater, marine snow at the start.') },
      points: '4',
      tags: ['vents'],
    } as DemoQuestion,
  ].map((question) => ({ folder: life, ...question })),
]
