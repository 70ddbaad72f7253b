// Marine Biology II: the course in which everything can be seen that a course may hold.
import { reader } from './course-reader.ts'
import { oceanAsked } from './exams.ts'
import { firstReport, oceanHomework, oceanScores, secondReport } from './homework.ts'
import { oceanFiles } from './ocean-files.ts'
import { oceanFolders, oceanQuestions } from './ocean-questions.ts'
import { oceanHeld, oceanLive, oceanTopics } from './ocean-talk.ts'
import type { DemoCourse } from './types.ts'
import { wetLaboratory } from './wet-laboratory.ts'

export const marineBiology: DemoCourse = {
  teacher: 'T1001',
  assistant: 'T1002',
  students: 30,
  name: 'Marine Biology II',
  code: 'MBIO 214',
  department: 'Oceanography',
  public_scope: 'organisation',
  language: 'en',
  first: 0.58,
  outline:
    'How the ocean moves, and what that means for those who live in it. Three modules, three films, one chapter of the course reader.',
  ownTimes: { title: 'Lab report 2: salinity profiles', student: '261006', days: 12 },
  cover: 7,
  asked: oceanAsked,
  homework: [firstReport, secondReport, oceanHomework],
  scores: oceanScores,
  lessons: wetLaboratory,
  topics: oceanTopics,
  held: oceanHeld,
  live: oceanLive,
  partners: [
    { name: 'Harbour Aquarium', role: 'Field sites and animals', contact: 'Ines Castro', url: 'https://aquarium.example.org/' },
    { name: 'Coral Reef Trust', role: 'Data of twenty years', contact: '', url: 'https://reef.example.org/' },
  ],
  deleted: 'Marine Biology II (rehearsal)',
  bank: { title: 'Oceanography', folders: oceanFolders, questions: oceanQuestions },
  plan: [
    { name: 'Weeks 1 to 4: reading the ocean', weeks: [-8, -5], modules: ['Reading the ocean'] },
    { name: 'Weeks 5 to 7: salt', weeks: [-4, -2], activities: ['How salinity is measured', 'Salinity profiles, stations 1 to 9'] },
    { name: 'Weeks 8 and 9: why water sinks', weeks: [-1, 0], modules: ['Ocean circulation'] },
    { name: 'Weeks 10 to 12: life in the deep', weeks: [1, 3], modules: ['Life in the deep'] },
    { name: 'Weeks 13 to 15: the exam', weeks: [4, 6], activities: ['Reading list for the exam'] },
  ],
  groups: [
    { name: 'Lab teams', groups: ['Kelp', 'Krill', 'Limpet', 'Medusa', 'Nautilus', 'Oyster'], students: 30 },
    {
      name: 'Seminar talks',
      groups: ['Tides', 'Upwelling', 'Whale falls', 'Sea ice', 'Coral bleaching', 'Deep currents', 'Plankton blooms', 'Salt marshes'],
      students: 19,
      seats: 4,
      days: 12,
    },
  ],
  resources: oceanFiles,
  bin: ['Seminar groups of last year'],
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
          type: 'page',
          title: 'Density in one formula',
          picture: { file: 'sea-surface.png', kind: 'ocean', title: 'Sea surface', line: 'Station 7, 12 March' },
          body: `<h2>Three things decide</h2><p>Near the surface the density of sea water follows from its temperature and its salinity. For small changes a straight line is enough:</p>
<div data-latex="\\rho = \\rho_0\\,\\bigl(1 - \\alpha\\,(T - T_0) + \\beta\\,(S - S_0)\\bigr)">\\rho = \\rho_0\\,\\bigl(1 - \\alpha\\,(T - T_0) + \\beta\\,(S - S_0)\\bigr)</div>
<p>Cooling by one degree and adding a third of a gram of salt weigh about the same.</p>{picture}<h3>Try it</h3><p>The same line as a program, with which you can work through the profiles of our
cruise:</p><pre><code data-language="python">def density(temperature, salinity):
    rho0, alpha, beta = 1027.0, 1.7e-4, 7.6e-4
    return rho0 * (1 - alpha * (temperature - 10) + beta * (salinity - 35))

for depth, t, s in profile:
    print(depth, round(density(t, s), 2))</code></pre><table><thead><tr><th>Depth</th><th>Temperature</th><th>Salinity</th></tr></thead><tbody><tr><td>0 m</td><td>17.2 °C</td><td>34.1</td></tr><tr><td>200 m</td><td>11.0 °C</td><td>35.0</td></tr><tr><td>3,800 m</td><td>1.9 °C</td><td>34.9</td></tr></tbody></table>`,
        },
        { type: 'material', title: 'Course reader, chapter 4', due: -44, criterion: 'read_pages', file: reader },
        {
          type: 'page',
          title: 'A map of the sea floor',
          body: '<p>Shelf, slope, rise, plain, trench: five words with which every depth can be named. Learn them now, they come back in every module.</p>',
        },
      ],
    },
    {
      name: 'Ocean circulation',
      items: [
        {
          type: 'online_video',
          title: 'How salinity is measured',
          due: -16,
          film: {
            file: 'how-salinity-is-measured.mp4',
            kind: 'ocean',
            seconds: 120,
            slides: [
              {
                title: 'How salinity is measured',
                lines: ['Marine Biology II', 'Dr. Elena Petrova'],
                say: ['Nobody weighs the salt any more.', 'Today we look at what is done instead.'],
              },
              {
                title: 'Salt conducts',
                lines: ['Pure water hardly carries a current', 'Each gram of salt makes it carry more'],
                say: [
                  'Pure water is a poor conductor.',
                  'Salt falls apart into ions, and ions carry the current.',
                  'So conductivity tells how much salt there is.',
                ],
              },
              {
                title: 'But so does warmth',
                lines: ['Conductivity rises with temperature, too', 'Both are measured at once'],
                say: ['Warm water conducts better than cold water.', 'That is why the instrument measures the temperature beside it.'],
              },
              {
                title: 'The CTD',
                lines: ['Conductivity, temperature, depth', 'Twenty-four times a second'],
                say: ['The instrument is called a CTD.', 'It goes down on a wire and writes a profile on the way.'],
              },
            ],
          },
        },
        {
          type: 'material',
          title: 'Salinity profiles, stations 1 to 9',
          file: {
            file: 'salinity-profiles.xlsx',
            sheet: 'Profiles',
            rows: [
              ['Station', 'Depth (m)', 'Temperature (°C)', 'Salinity'],
              ...[1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((station) =>
                [0, 50, 200, 1000, 3800].map((depth) => [
                  station,
                  depth,
                  Math.round((1.9 + 15.3 * Math.exp(-depth / 320) + station / 10) * 10) / 10,
                  Math.round((34.9 - 0.8 * Math.exp(-depth / 60) + station / 50) * 100) / 100,
                ]),
              ),
            ],
          },
        },
        {
          type: 'online_video',
          title: 'Why deep water sinks',
          due: 3,
          film: {
            file: 'why-deep-water-sinks.mp4',
            kind: 'ocean',
            seconds: 120,
            sharp: true,
            slides: [
              {
                title: 'Why deep water sinks',
                lines: ['Cold and salty water is dense: two ways to get there', 'Dr. Elena Petrova'],
                say: ['Most of the ocean is cold and dark, and yet it is not stagnant.', 'Where does the deep water come from?'],
              },
              {
                title: 'Cold makes it heavy',
                lines: ['Cooling packs the molecules more tightly', 'At minus two degrees sea water is at its heaviest'],
                say: [
                  'In winter the wind takes heat out of the surface all day long.',
                  'Cooling alone makes the water heavier, but it is not the whole story.',
                ],
              },
              {
                title: 'Salt makes it heavier',
                lines: ['Freezing leaves the salt behind', 'Below new ice the water is saltier than before'],
                say: [
                  'The second way is salt. Here the Arctic gives us a little machine for it.',
                  'When sea ice forms, it leaves most of its salt behind.',
                  'The water under the ice gets colder and saltier at the same time.',
                ],
              },
              {
                title: 'So it falls',
                lines: ['3,000 metres down, a hand’s breadth a second', 'It takes its oxygen along'],
                say: [
                  'And that parcel now sinks, slowly, for about two thousand metres.',
                  'It carries the oxygen that animals of the deep breathe.',
                ],
              },
              {
                title: 'And comes back',
                lines: ['After a thousand years', 'on the other side of the Earth'],
                say: ['What sinks must be replaced.', 'The whole round takes about a thousand years.'],
              },
            ],
          },
        },
        {
          type: 'page',
          title: 'Circulation test: what it asks',
          after: ['Why deep water sinks'],
          due: 10,
          body: '<p>Forty minutes, twelve questions, a formula sheet. Three of them are about the profiles of your own report, so bring it along.</p>',
        },
      ],
    },
    {
      name: 'Life in the deep',
      items: [
        {
          type: 'page',
          title: 'Field notes from the Aldermoor trench',
          body: `<h2>12 March, 04:40</h2><p>CTD at 3,812 m. Temperature 1.9 °C, salinity 34.91. Oxygen higher than anywhere above 1,500 m: this water was at the surface not long ago, as
the ocean counts.</p><h2>12 March, 09:15</h2><p>First trawl up. Two rattails, a sea cucumber that had swallowed half a kilogram of mud, and nothing with working eyes.</p><h2>13 March,
23:05</h2><p>Wind 11 m/s. We stop the winch and wait. Question for the seminar: <strong>why is there more life at 3,800 m than at 900 m?</strong></p>`,
        },
        {
          type: 'page',
          title: 'Pressure and how to live with it',
          due: 6,
          body: `<p>At 3,800 m every square centimetre carries 390 kilograms. A fish does not feel it: it holds no air. What suffers are its proteins, which the pressure bends out of shape.
Deep-sea animals keep them straight with a small molecule, <em>trimethylamine oxide</em>. The deeper a fish lives, the more of it is in its flesh, and at about 8,200 m there is no room for
more. No fish has been seen below.</p>`,
        },
        {
          type: 'online_video',
          title: 'Light without sun',
          opens: 5,
          film: {
            file: 'light-without-sun.mp4',
            kind: 'ocean',
            seconds: 100,
            slides: [
              { title: 'Light without sun', lines: ['Bioluminescence'], say: ['Below a thousand metres every light is made by somebody.'] },
              { title: 'To hunt', lines: ['A lure in front of a mouth'], say: ['Some light up to be seen.'] },
              { title: 'To hide', lines: ['A belly as bright as the sky'], say: ['Others light up so that they are not.'] },
            ],
          },
        },
        {
          type: 'learning_activity',
          title: 'Choose your dive group',
          opens: 7,
          due: 14,
          body: '<p>Four groups of at most eight. Say at the lab which one you join.</p>',
        },
        {
          type: 'page',
          title: 'Reading list for the exam',
          published: false,
          body: '<p>Chapters 4 to 6 of the course reader. More to come.</p>',
        },
      ],
    },
  ],
}
