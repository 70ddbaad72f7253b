// The homework of the demo school, with what its students write and what they are told of it; and the places of its scores in the gradebook.
export type Homework = {
  title: string
  body: string
  points: string
  /** Days until it is due and until it closes. */
  due: number
  closes: number
  criteria: { title: string; about: string; levels: { points: string; title: string }[] }[]
  /** Texts that students hand in, by turns; the number of students, and of those whose work is marked and returned. */
  works: string[]
  handedIn: number
  marked: number
  comments: string[]
}
/** `items` are titles of activities. The scores of `written` are written into the gradebook by hand. */
export type Scores = { categories: { name: string; weight: string; items: string[] }[]; written: { item: string; max: number } }

const level = (points: string, title: string) => ({ points, title })

export const oceanHomework: Homework = {
  title: 'Essay: a winter without the deep current',
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
  ],
  handedIn: 24,
  marked: 14,
  comments: [
    'You follow the water step by step. Say next time which of the two seas you mean.',
    'The feedback is well seen. Where do the months for Brest come from?',
    'A calculation that can be checked. The heat needs one more line: from which temperature to which?',
    'A new thought, and a good one. Look for the number in the reader, page 43.',
  ],
}

export const oceanScores: Scores = {
  categories: [
    {
      name: 'Lab and essay',
      weight: '40',
      items: ['Lab report 1: a litre from the beach', 'Lab report 2: salinity profiles', oceanHomework.title],
    },
    { name: 'Exam', weight: '60', items: ['Mid-term: salt, heat and currents', 'Why deep water sinks: did you see it?'] },
  ],
  written: { item: 'Lab report 1: a litre from the beach', max: 20 },
}
