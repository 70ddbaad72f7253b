// The homework of the demo school, with the works of its students and the comments of their teacher; and the places of its scores in the gradebook.
import type { Office, Paper } from '../documents.ts'

export type Homework = {
  title: string
  /** The module at whose end it stands; else it stands by itself. */
  module?: string
  body: string
  points: string
  /** Days until it is due and until it closes. */
  due: number
  closes: number
  criteria: { title: string; about: string; levels: { points: string; title: string }[] }[]
  /** The texts that students hand in, one each; the number of students, and of those whose work is marked and returned. */
  works: string[]
  /** Files of the task, and those that students hand in beside their texts, by their places. */
  handouts?: (Paper | Office)[]
  files?: (Paper | Office)[]
  handedIn: number
  marked: number
  comments: string[]
}
/** `items` are titles of activities. `written` is a column without an activity, whose scores are written by hand. */
export type Scores = { categories: { name: string; weight: string; items: string[] }[]; written: { title: string; points: string } }

const level = (points: string, title: string) => ({ points, title })

export const oceanHomework: Homework = {
  title: 'Essay: a winter without the deep current',
  module: 'Ocean circulation',
  body: '<p>For a winter no water sinks in the north. Write one page: what changes at the surface, what changes below, and how long it takes until a ship off Brest would notice. Say for each claim where it comes from.</p>',
  points: '20',
  due: 1,
  closes: 6,
  criteria: [
    {
      title: 'Cause and effect',
      about: 'Each step follows from the one before.',
      levels: [
        level('0', 'Claims alone'),
        level('3', 'Some steps are missing'),
        level('6', 'One step is missing'),
        level('8', 'Every step'),
      ],
    },
    {
      title: 'Numbers',
      about: 'Of the right size, with their units.',
      levels: [level('0', 'None'), level('3', 'Without units'), level('6', 'Right, with units')],
    },
    {
      title: 'Sources',
      about: 'A reader finds each of them.',
      levels: [level('0', 'None'), level('1', 'Some'), level('3', 'All')],
    },
    {
      title: 'Writing',
      about: 'Clear and short.',
      levels: [level('0', 'Hard to follow'), level('2', 'Clear'), level('3', 'Clear and short')],
    },
  ],
  works: [
    '<p>Cold, salty water sinks in the Labrador and Greenland Seas and leaves room for warm water from the south. If it stops, that room is not made, and the warm current slows down within weeks.</p><p>At the surface the north cools by two to four degrees in the first winter, most of all over the sea. Rain falls further south. Below 2,000 m almost nothing happens: the deep water moves a few centimetres a second, so a winter is a day in its life.</p><p>A ship off Brest notices the weather long before it notices the water. The temperature of the water would differ by half a degree after a year (course reader, chapter 4).</p>',
    '<p>The current is driven by density. Salt and cold make water heavy, it sinks, and other water follows.</p><p>Without sinking the surface gets fresher because rain and melt stay on top. This makes sinking even harder the next winter, so it is a feedback. I think this is the most important point, because one winter may become many.</p><p>Brest would notice after some months, since the Gulf Stream itself is driven by wind and goes on.</p>',
    '<p>I took the numbers of the film “Why deep water sinks”: 15 million m³ a second sink in the north. One winter is 90 days, so about 1.2 × 10¹⁴ m³ are missing. Spread over the North Atlantic this is a layer of some 3 m.</p><p>3 m of 3,800 m is nothing below. At the surface it is a lot: the heat that this water would have given away is 1 × 10²¹ J.</p><p>Sources: film of week 8; course reader, pages 41 to 44; own calculation.</p>',
    '<p>When nothing sinks, nothing rises elsewhere. The plankton of the upwelling regions is fed by deep water, so the fish of the next summer would be the first to tell us, long before a thermometer does.</p><p>Off Brest the tides stay as they are. The water would be a little colder in spring. I did not find a number for it.</p>',
    '<p>I asked three fishermen in Le Conquet instead of a book. None of them has ever felt a current that comes from the deep, but all three know within a week when the wind has turned for good.</p><p>So my answer is: the wind tells them first, the water second, and the fish last. The film says the same with numbers.</p>',
    '<p>Let us follow a single cubic metre. It arrives off Norway in October at 8 °C and would normally be at −1 °C and 2,500 m by March. In our winter it stays at the surface, freezes a little, and drifts back south with the ice.</p>',
    '<p>My first draft said that Europe would freeze. Then I looked up how much heat the wind carries by itself: about five times as much. A colder north, yes; an ice age within one winter, no.</p><p>For Brest I find 0.3 °C in the first spring, less than between two ordinary years.</p>',
    '<p>Oxygen is what I would measure. Water that does not sink takes no oxygen along, and the deep animals go on breathing what is there. At 2,000 m this is enough for decades, so nobody below notices a single winter.</p>',
    '<p>The sea level answers within days. Where water piles up off the American coast because it no longer moves away, tide gauges rise by some centimetres. Brest has a gauge since 1807, and I would look there before I looked at a thermometer.</p>',
    '<p>Three things change at the surface: it is colder, it is fresher, and it is calmer. Below, one thing changes: nothing arrives.</p><p>I have drawn both columns of water as they were taught in week 6. Only the upper 400 m differ.</p>',
    '<p>A model run of the Institute (cited in the reader on page 46) stops the sinking for ninety days. The rain belt moves 200 km to the south. Sailors would know it from their logs, farmers from their wells.</p>',
    '<p>I disagree with the task. Sinking never stops everywhere: when the Labrador Sea rests, the Greenland Sea takes over, as it did in the nineties. A winter without any sinking at all has not been seen since there are measurements.</p><p>If it did happen, carbon would be my worry: half of what the ocean takes up goes down with this water.</p>',
    '<p>Salt is the key to how long it lasts. Each month without sinking leaves some 20 cm of fresh water on top, and to mix that away the next winter needs storms that it may not have.</p>',
    '<p>Take the ship’s engineer. Her cooling water comes from five metres below the keel. After a winter she reads half a degree less, writes it down, and thinks of a broken gauge. That is how a changed ocean looks from on board.</p>',
    '<p>Deep water from the south would creep north to fill the gap. It is older, richer in nutrients and poorer in oxygen. Its front moves 30 km in a winter: too little for anyone to meet it.</p><p>Source: my own estimate from the speeds on slide 4 of the film.</p>',
    '<p>In the first week nothing. In the first month the ice edge moves south past Jan Mayen. By the end of the winter the herring spawn two weeks late, and the birds that live on them do too.</p>',
    '<p>I put dye into a tank with a cold plate on one side, as we did in the lab, and switched the plate off. The dye at the bottom stopped within a minute; the surface went on for ten. The ocean is slower, but the order is the same.</p>',
    '<p>What does “notice” mean? A satellite notices after a fortnight, since the height of the sea changes by a finger’s breadth. A sailor notices when somebody tells him.</p>',
  ],
  handedIn: 18,
  marked: 11,
  comments: [
    'You follow the water step by step. Say next time which of the two seas you mean.',
    'The feedback is well seen. Where do the months for Brest come from?',
    'A calculation that can be checked. The heat needs one more line: from which temperature to which?',
    'A new thought, and a good one. Look for the number in the reader, page 43.',
  ],
}

/** Figures of sixteen litres: grams of water and of salt, and the sentence in which each team doubts its own. */
const litres: [water: string, salt: string, doubt: string][] = [
  ['1,021.4', '35.1', 'Some salt jumped out of the pan when the last water went. We heard it crackle and covered the pan too late.'],
  ['1,019.0', '34.2', 'Our scale shows whole tenths only, so the last digit of the salt is a guess.'],
  ['1,024.8', '36.9', 'A grain of sand weighs as much as a lot of salt. We filtered after boiling, which was the wrong order.'],
  [
    '1,020.3',
    '35.5',
    'The pan was still warm on the scale, and warm air lifts it. We waited with the second weighing, not with the first.',
  ],
  ['1,018.7', '33.8', 'It had rained in the night and we took the water from the surface, where the rain stays.'],
  ['1,022.5', '35.9', 'Salt takes water back out of the air. Between the stove and the scale ours gained a tenth of a gram.'],
  ['1,023.1', '36.2', 'We took the litre at low tide from a pool that the sun had warmed all morning. The open sea has less.'],
  ['1,020.9', '35.0', 'Two of us weighed and got different results. We give the mean and think that half the difference is our error.'],
  ['1,017.6', '32.9', 'The river is 300 m away. On the chart the beach belongs to the sea, but the water does not know that.'],
  ['1,021.0', '34.9', 'The kettle had lime in it. What we weighed as salt may in part be the kettle.'],
  ['1,025.2', '37.4', 'Too much, we know. We boiled half a litre twice and added, so every error is in there twice.'],
  ['1,020.1', '34.7', 'Magnesium chloride never dries completely on a kitchen stove. Our salt stayed damp at the edge.'],
  ['1,019.8', '35.3', 'We did not measure the litre but weighed it. If the density in the reader is wrong, so are we.'],
  ['1,022.0', '35.6', 'The bottle stood open for two days. What evaporates leaves its salt to the rest.'],
  ['1,018.9', '34.4', 'A little was left in the bottle, and it was the last, which had the most sand in it.'],
  ['1,021.7', '35.2', 'Nothing went wrong that we noticed, which is what makes us doubt the result most.'],
]
const reportLevels = (titles: [string, string, string]) => titles.map((title, nth) => level(String(nth * 5), title))

export const firstReport: Homework = {
  title: 'Lab report 1: a litre from the beach',
  module: 'Reading the ocean',
  body: '<p>Take a litre of sea water, boil it down and weigh what is left. Write one page: what you did, what you found, what may be wrong with it.</p>',
  points: '20',
  due: 0,
  closes: 7,
  criteria: [
    {
      title: 'Measurement',
      about: 'Another group could repeat it.',
      levels: reportLevels(['Not described', 'With gaps', 'Step by step']),
    },
    {
      title: 'Doubt',
      about: 'Where the figure may be wrong, and by how much.',
      levels: reportLevels(['None', 'Named', 'Named and estimated']),
    },
  ],
  works: litres.map(
    ([water, salt, doubt]) => `<p>Weighed before: ${water} g. Left in the pan: <strong>${salt} g</strong>.</p><p>${doubt}</p>`,
  ),
  handedIn: litres.length,
  marked: litres.length,
  comments: [
    'A figure to work with. Estimate next time how many grams your doubt is worth.',
    'Well observed. The order of the steps would help who repeats it.',
    'You found the largest error yourselves, and that is the point of this report.',
  ],
}

const profileReport = (no: number, stations: string, depth: string, why: string): [Paper, string] => [
  {
    file: `salinity-report-${no}.pdf`,
    title: `Stations ${stations}`,
    author: `Lab team ${no}`,
    course: 'Marine Biology II',
    sections: [
      { heading: 'Profiles', text: [`We chose the stations ${stations} and drew temperature and salinity over depth.`] },
      { heading: 'Where the wind stops', text: [`At about ${depth}. ${why}`] },
    ],
  },
  `<p>Stations ${stations}; the wind stops mixing at about ${depth}. ${why} The drawing is in the file.</p>`,
]
const profileReports = [
  profileReport(1, '2 and 7', '60 m', 'Above it both curves are straight, below it the salinity jumps by half a gram.'),
  profileReport(2, '1 and 9', '45 m at the coast and 80 m outside', 'The shelf shelters station 1, so the wind has less to work with.'),
  profileReport(
    3,
    '3 and 4',
    '70 m',
    'We took the depth at which the temperature has lost one degree; with half a degree it would be 20 m less.',
  ),
  profileReport(
    4,
    '5 and 8',
    '55 m',
    'The two stations agree in temperature and not in salinity: at 8 it had rained, as the log of the cruise says.',
  ),
  profileReport(5, '6 and 7', '65 m', 'Salinity and temperature give the same answer within the five metres between two samples.'),
]

export const secondReport: Homework = {
  title: 'Lab report 2: salinity profiles',
  module: 'Ocean circulation',
  body: '<p>Choose two stations of the sheet, draw their profiles and say in half a page where the wind stops mixing.</p>',
  points: '20',
  due: 7,
  closes: 14,
  criteria: firstReport.criteria.map((one) => ({ ...one })),
  handouts: [
    {
      file: 'how-a-report-is-built.docx',
      paragraphs: ['How a report is built', 'What we asked', 'What we did', 'What we found', 'What may be wrong with it'],
    },
  ],
  works: profileReports.map(([, text]) => text),
  files: profileReports.map(([file]) => file),
  handedIn: profileReports.length,
  marked: 0,
  comments: [],
}

export const oceanScores: Scores = {
  categories: [
    {
      name: 'Lab and essay',
      weight: '40',
      items: [firstReport.title, secondReport.title, oceanHomework.title, 'Seminar talk'],
    },
    { name: 'Exam', weight: '60', items: ['Mid-term: salt, heat and currents', 'Why deep water sinks: did you see it?'] },
  ],
  written: { title: 'Seminar talk', points: '20' },
}
