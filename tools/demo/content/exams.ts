// Questions of the demo school: an exam that is over, one that is open, a questionnaire that is open, a film that stops to ask.
export type DemoQuestion = {
  type: 'single' | 'multiple' | 'true_false' | 'numerical' | 'ordering' | 'essay' | 'scale'
  stem: string
  content: object
  key: object
  feedback?: string
  points: string
}
export type DemoQuestions = {
  exam: {
    title: string
    /** The module at whose end it stands. */
    module: string
    body: string
    /** Days from 8:00 of which and until 20:00 of which it is open. One that is over was written by the students. */
    opened: number
    closed: number
    minutes: number
    /** The titles of its parts, which are those of their question banks. */
    part: string
    questions: DemoQuestion[]
    drawn?: { part: string; count: number; questions: DemoQuestion[] }
  }
  questionnaire?: { title: string; module: string; body: string; closes: number; answered: number; questions: DemoQuestion[] }
  quiz?: { title: string; module: string; film: string; moments: { at: number; back_to: number; question: DemoQuestion }[] }
}

const option = (id: string, text: string) => ({ id, text: `<p>${text}</p>` })
const single = (stem: string, right: [string, string], ...wrong: [string, string][]): DemoQuestion => ({
  type: 'single',
  stem: `<p>${stem}</p>`,
  content: { options: [...wrong.slice(0, 1), right, ...wrong.slice(1)].map(([id, text]) => option(id, text)), shuffle: true },
  key: { right: right[0] },
  points: '2',
})
const truth = (stem: string, right: boolean, points = '1'): DemoQuestion => ({
  type: 'true_false',
  stem: `<p>${stem}</p>`,
  content: {},
  key: { right },
  points,
})
const scale = (stem: string, low: string, high: string): DemoQuestion => ({
  type: 'scale',
  stem: `<p>${stem}</p>`,
  content: { from: 1, to: 5, low, high },
  key: {},
  points: '0',
})

export const oceanAsked: DemoQuestions = {
  exam: {
    title: 'Mid-term: salt, heat and currents',
    module: 'Ocean circulation',
    body: '<p>Forty-five minutes. A calculator is allowed, the course reader is not.</p>',
    opened: -9,
    closed: -8,
    minutes: 45,
    part: 'The ocean moves',
    questions: [
      single(
        'What is salinity measured by today?',
        ['conduc', 'Electrical conductivity'],
        ['weight', 'Weighing the salt'],
        ['colour', 'The colour of the water'],
        ['smell0', 'Its smell'],
      ),
      single(
        'Why does deep water sink at high latitudes?',
        ['denser', 'It is colder and saltier, so it is denser'],
        ['wind00', 'The wind presses it down'],
        ['moon00', 'The moon pulls it'],
        ['fresh0', 'It is fresher than the water below'],
      ),
      {
        type: 'multiple',
        stem: '<p>Which of these make surface water denser?</p>',
        content: {
          options: [
            option('cooled', 'Cooling'),
            option('rain00', 'Rain'),
            option('evapor', 'Evaporation'),
            option('icemad', 'Ice that forms'),
          ],
          shuffle: true,
        },
        key: { right: ['cooled', 'evapor', 'icemad'], rule: 'each' },
        points: '3',
      },
      {
        type: 'numerical',
        stem: '<p>A sample of 2.0 kg sea water leaves 70 g of salt. Its salinity, in grams per kilogram?</p>',
        content: { unit: 'g/kg' },
        key: { accepted: [{ value: '35', tolerance: '0.5', percent: '100' }] },
        points: '2',
      },
      {
        type: 'ordering',
        stem: '<p>From the surface down:</p>',
        content: {
          items: [
            option('twilit', 'Twilight zone'),
            option('sunlit', 'Sunlit zone'),
            option('abyss0', 'Abyss'),
            option('midnig', 'Midnight zone'),
          ],
        },
        key: { order: ['sunlit', 'twilit', 'midnig', 'abyss0'], rule: 'place' },
        points: '2',
      },
      {
        type: 'essay',
        stem: '<p>A buoy reports water of 4 °C and 34.9 g/kg at 2,000 m. Where may this water have been at the surface, and how do you know?</p>',
        content: { format: 'rich', words_least: 80, words_most: 250 },
        key: {
          guide:
            '<p>North Atlantic; cold and salty, so dense enough to sink. Two points for the place, three for the reasons, one for doubts.</p>',
        },
        points: '6',
      },
    ],
    drawn: {
      part: 'True or false',
      count: 3,
      questions: [
        truth('The thermohaline circulation is driven by differences of density.', true),
        truth('Sea ice is saltier than the water that it formed from.', false),
        truth('A halocline is a layer in which salinity changes fast with depth.', true),
        truth('The Gulf Stream flows along the west coast of Europe from north to south.', false),
        truth('Salt lowers the freezing point of water.', true),
        truth('Below 1,000 m the ocean has the same temperature everywhere.', false),
      ],
    },
  },
  questionnaire: {
    title: 'Half-way: how is the course going?',
    module: 'Ocean circulation',
    body: '<p>Five questions, two minutes. Nobody learns who answered what.</p>',
    closes: 6,
    answered: 20,
    questions: [
      scale('How clear are the lectures?', 'Not at all', 'Very'),
      scale('How much time do the lab reports take?', 'Too little', 'Too much'),
      {
        type: 'single',
        stem: '<p>Which part should have more room?</p>',
        content: {
          options: [
            option('boat00', 'Work at sea'),
            option('lab000', 'The laboratory'),
            option('lectur', 'Lectures'),
            option('reader', 'The course reader'),
          ],
        },
        key: { right: 'boat00' },
        points: '0',
      },
      { type: 'essay', stem: '<p>What should stay as it is?</p>', content: { format: 'plain', words_most: 100 }, key: {}, points: '0' },
    ],
  },
  quiz: {
    title: 'Why deep water sinks: did you see it?',
    module: 'Ocean circulation',
    film: 'Why deep water sinks',
    moments: [
      {
        at: 30,
        back_to: 5,
        question: single(
          'Which water is densest?',
          ['coldsa', 'Cold and salty'],
          ['warmsa', 'Warm and salty'],
          ['coldfr', 'Cold and fresh'],
        ),
      },
      { at: 70, back_to: 40, question: truth('Ice that forms leaves its salt in the water below.', true, '2') },
    ],
  },
}

export const matricesAsked: DemoQuestions = {
  exam: {
    title: 'Check-up: what a matrix does',
    module: 'Maps and matrices',
    body: '<p>Twenty minutes, as soon as you are ready this week. Pencil and paper, no calculator.</p>',
    opened: -1,
    closed: 4,
    minutes: 20,
    part: 'What a matrix does',
    questions: [
      single(
        'The columns of a matrix are',
        ['images', 'where the basis vectors go'],
        ['length', 'the lengths of the basis vectors'],
        ['angles', 'the angles between the basis vectors'],
      ),
      {
        type: 'numerical',
        stem: '<p>The determinant of <span data-latex="\\begin{pmatrix} 3 & 1 \\\\ 2 & 4 \\end{pmatrix}">(3, 1; 2, 4)</span>?</p>',
        content: {},
        key: { accepted: [{ value: '10', tolerance: '0', percent: '100' }] },
        points: '2',
      },
      truth('A matrix with determinant zero has an inverse.', false),
      {
        type: 'ordering',
        stem: '<p>From the smallest to the largest determinant:</p>',
        content: {
          items: [
            option('double', 'Doubles both directions'),
            option('mirror', 'Mirrors at an axis'),
            option('squash', 'Squashes the plane to a line'),
            option('turned', 'Turns by a right angle'),
          ],
        },
        key: { order: ['mirror', 'squash', 'turned', 'double'], rule: 'place' },
        points: '2',
      },
      {
        type: 'essay',
        stem: '<p>A map leaves the vector (1, 1) alone and turns (1, −1) around. Describe it in one sentence, and give its matrix.</p>',
        content: { format: 'rich', words_least: 5, words_most: 120 },
        key: { guide: '<p>The mirror at the diagonal; (0, 1; 1, 0). One point for the sentence, two for the matrix.</p>' },
        points: '3',
      },
    ],
  },
}

/** Answers of students to the questionnaire, in turn. */
export const said = [
  'The films with their questions.',
  'The boat days!',
  'Short lectures, long labs.',
  'The reader, please more maps.',
  'Dr. Petrova answers every mail.',
  '',
]
