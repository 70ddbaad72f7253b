// The content of the demo school's two courses.
import type { Film, Paper } from './media.ts'

export type Item =
  | { type: 'page'; title: string; body: string; published?: false }
  | { type: 'online_video'; title: string; film: Film }
  | { type: 'material'; title: string; paper: Paper }
export type DemoCourse = {
  teacher: string
  assistant?: string
  /** Indexes of the first student and of the one after the last, counted from 0. */
  students: [number, number]
  draft: {
    name: string
    course_code: string
    semester: string
    academic_year: { name: string }
    course_outline: string
    department: string
    public_scope: 'members' | 'organisation'
  }
  modules: { name: string; items: Item[] }[]
}

const ocean: DemoCourse = {
  teacher: 'T1001',
  assistant: 'T1002',
  students: [0, 20],
  draft: {
    name: 'Marine Biology II',
    course_code: 'MBIO 214',
    semester: 'Autumn',
    academic_year: { name: '2026–2027' },
    department: 'Oceanography',
    public_scope: 'organisation',
    course_outline:
      'How the ocean moves, and what that means for those who live in it. Three modules, one film, one chapter of the course reader.',
  },
  modules: [
    {
      name: 'Reading the ocean',
      items: [
        {
          type: 'page',
          title: 'Welcome aboard',
          body: `<h2>What this course is about</h2><p>The sea looks the same everywhere. It is not: a litre from the bottom of the Aldermoor trench is colder, saltier and
heavier than a litre from the beach, and it has not seen the sun for six hundred years.</p><p>In this course you learn to read those differences, and to say what they do to
life.</p><h3>How it works</h3><ul><li>Each module begins with something to read or to watch.</li><li>A film counts as done when you have seen four fifths of it.</li><li>Questions
belong in the seminar on Thursday.</li></ul>`,
        },
        {
          type: 'material',
          title: 'Course reader, chapter 4',
          paper: {
            file: 'course-reader-chapter-4.pdf',
            title: 'Salt, cold and the weight of water',
            author: 'Dr. Elena Petrova',
            course: 'Marine Biology II, course reader, chapter 4',
            sections: [
              {
                heading: '4.1  What makes water heavy',
                text: [
                  'A cubic metre of fresh water at room temperature weighs 998 kilograms. The same cubic metre from the North Atlantic in winter weighs 1,028. The difference of thirty kilograms is what drives the slowest and largest current on Earth.',
                  'Two things change the density of sea water: how cold it is and how much salt it holds. Cooling packs the molecules more tightly. Salt adds mass without adding much room. Pressure matters too, but it is the same for all water at the same depth, so it does not decide what sinks below what.',
                  'Fresh water is heaviest at four degrees and becomes lighter again before it freezes. Sea water is not like that: with more than 25 grams of salt per kilogram it becomes heavier all the way down to its freezing point, at about minus two degrees.',
                ],
              },
              {
                heading: '4.2  Where it sinks',
                text: [
                  'Only in a few places is surface water heavy enough to fall to the bottom: in the Greenland and Labrador seas and along the coast of Antarctica. There the wind is cold, and when sea ice forms it leaves its salt behind in the water below.',
                  'What sinks must be replaced. Warm water comes from the south, gives its heat to the air over Europe, cools, and sinks in its turn. The whole round takes about a thousand years.',
                  'For life in the deep this is the only fresh air there is. Water that sinks is rich in oxygen; where it does not reach, there is little to breathe.',
                ],
              },
              {
                heading: '4.3  Measuring it',
                text: [
                  'An instrument called a CTD is lowered from the ship. It measures conductivity, temperature and depth twenty-four times a second. Salinity follows from the first two, density from all three.',
                  'The curve below is from our own cruise in March: density against depth, from the surface on the left to 3,800 metres on the right. The steep part is the pycnocline. Above it the wind mixes everything; below it very little changes.',
                ],
              },
            ],
            curve: {
              x: 'depth',
              y: 'density',
              points: [
                [0, 0.08],
                [0.05, 0.09],
                [0.09, 0.14],
                [0.13, 0.36],
                [0.17, 0.58],
                [0.22, 0.7],
                [0.3, 0.78],
                [0.45, 0.85],
                [0.65, 0.9],
                [0.85, 0.93],
                [1, 0.95],
              ],
            },
          },
        },
      ],
    },
    {
      name: 'Ocean circulation',
      items: [
        {
          type: 'online_video',
          title: 'Why deep water sinks',
          film: {
            file: 'why-deep-water-sinks.mp4',
            kind: 'ocean',
            slides: [
              { title: 'Why deep water sinks', lines: ['Marine Biology II', 'Dr. Elena Petrova'] },
              {
                title: 'Cold makes it heavy',
                lines: ['Cooling packs the molecules more tightly', 'At minus two degrees sea water is at its heaviest'],
              },
              {
                title: 'Salt makes it heavier',
                lines: ['Freezing leaves the salt behind', 'Below new ice the water is saltier than before'],
              },
              { title: 'So it falls', lines: ['3,000 metres down, a hand’s breadth a second', 'It takes its oxygen along'] },
              { title: 'And comes back', lines: ['After a thousand years', 'on the other side of the Earth'] },
            ],
          },
        },
        {
          type: 'page',
          title: 'Field notes from the Aldermoor trench',
          body: `<h2>12 March, 04:40</h2><p>CTD at 3,812 m. Temperature 1.9 °C, salinity 34.91. Oxygen higher than anywhere above 1,500 m: this water was at the surface not long ago, as
the ocean counts.</p><h2>12 March, 09:15</h2><p>First trawl up. Two rattails, a sea cucumber that had swallowed half a kilogram of mud, and nothing with working eyes.</p><h2>13 March,
23:05</h2><p>Wind 11 m/s. We stop the winch and wait. Question for the seminar: <strong>why is there more life at 3,800 m than at 900 m?</strong></p>`,
        },
      ],
    },
    {
      name: 'Life in the deep',
      items: [
        {
          type: 'page',
          title: 'Pressure and how to live with it',
          body: `<p>At 3,800 m every square centimetre carries 390 kilograms. A fish does not feel it: it holds no air. What suffers are its proteins, which the pressure bends out of shape.
Deep-sea animals keep them straight with a small molecule, <em>trimethylamine oxide</em>. The deeper a fish lives, the more of it is in its flesh, and at about 8,200 m there is no room for
more. No fish has been seen below.</p>`,
        },
        {
          type: 'page',
          title: 'Reading list for the exam',
          body: '<p>Chapters 4 to 6 of the course reader. More to come.</p>',
          published: false,
        },
      ],
    },
  ],
}

const patterns: DemoCourse = {
  teacher: 'T1002',
  students: [10, 30],
  draft: {
    name: 'Patterns and Fractals',
    course_code: 'MATH 130',
    semester: 'Autumn',
    academic_year: { name: '2026–2027' },
    department: 'Mathematics',
    public_scope: 'members',
    course_outline: 'Simple rules, endless pictures: an introduction to complex numbers for those who like to look.',
  },
  modules: [
    {
      name: 'Numbers with two parts',
      items: [
        {
          type: 'page',
          title: 'Before you begin',
          body: `<p>You need school algebra and a pencil. A complex number is a point in the plane: <em>a</em> to the right, <em>b</em> upwards, written <em>a + bi</em>. To add two of them,
walk first one way and then the other. To multiply them, multiply the lengths and add the angles.</p><p>Try it: what is <em>i</em> times <em>i</em>?</p>`,
        },
        {
          type: 'material',
          title: 'Worksheet 1',
          paper: {
            file: 'worksheet-1.pdf',
            title: 'Worksheet 1: turning and stretching',
            author: 'Arthit Suwan',
            course: 'Patterns and Fractals',
            sections: [
              {
                heading: 'Exercises',
                text: [
                  '1.  Draw 2 + i and multiply it by i. By what angle has it turned? Multiply by i again. Where is it now, and after four times?',
                  '2.  Find a number that turns by 45 degrees and leaves every length as it is.',
                  '3.  Take c = -1. Begin with 0, square it and add c, and again, and again. Which numbers do you meet?',
                  '4.  The same with c = 1. After how many steps are you further than 2 from the origin? Can you ever come back?',
                  '5.  A point c belongs to the Mandelbrot set when the walk of exercise 3 never leaves the circle of radius 2. Find three points that belong to it and three that do not.',
                ],
              },
              {
                heading: 'Hints',
                text: [
                  '2.  Its length must be 1. Half of the way from 1 to i lies on the right line, but it is too short.',
                  '4.  Once the distance is more than 2 (and more than the length of c), squaring adds more than c can take away.',
                ],
              },
            ],
          },
        },
      ],
    },
    {
      name: 'The Mandelbrot set',
      items: [
        {
          type: 'online_video',
          title: 'A way into the Mandelbrot set',
          film: {
            file: 'a-way-into-the-mandelbrot-set.mp4',
            kind: 'fractal',
            slides: [
              { title: 'One rule', lines: ['Square it, add c, and again', 'Black: it never runs away'] },
              { title: 'The edge', lines: ['Colours count the steps until it does'] },
              { title: 'Closer', lines: ['Every valley holds more valleys'] },
              { title: 'No end', lines: ['The edge is as long as you like'] },
            ],
          },
        },
        {
          type: 'page',
          title: 'What you have just seen',
          body: `<p>The film stretches the picture a hundredfold. Each point took at most 160 steps of the same rule. Nothing was drawn by hand.</p><ul><li>The large black heart: points
whose walk settles down.</li><li>The disc to its left: walks that jump between two places.</li><li>The valley between them: ask again after module 3.</li></ul>`,
        },
      ],
    },
  ],
}

export const courses: DemoCourse[] = [ocean, patterns]
