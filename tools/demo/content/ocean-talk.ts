// Talk of Marine Biology II: its forum, classes that were held, and a live lecture to come.
import type { DemoCourse } from './types.ts'

export const oceanTopics: NonNullable<DemoCourse['topics']> = [
  {
    kind: 'question',
    title: 'Does the film mean potential temperature?',
    posts: [
      {
        by: '261004',
        text: 'At 1:10 the water at 4,000 m is warmer than at 3,000 m. How can it be stable then?',
        likes: ['261001', '261007'],
      },
      { by: '261009', text: 'I think it is the pressure. The reader says something about it in chapter 4.' },
      {
        by: 'T1001',
        text: 'It is. Water that is pressed together warms by about 0.1 °C a kilometre. Take that away and you have the potential temperature, and the column is stable.',
        accepted: true,
        likes: ['261001', '261004', '261012'],
      },
      { by: '261004', text: 'Then the profile in my report is fine after all. Thank you!' },
    ],
  },
  {
    kind: 'question',
    title: 'May we use the salinity profiles of last year?',
    posts: [{ by: '261015', text: 'Station 7 was closed when we were there. May we take the profile of last year and say so?' }],
  },
  {
    kind: 'discussion',
    title: 'What surprised you on the field trip?',
    pinned: true,
    posts: [
      { by: 'T1002', text: 'One sentence each, please, and a picture if you have one. We collect them for the open day.' },
      { by: '261002', text: 'How loud it is under water.', likes: ['261003', '261011'] },
      { by: '261011', text: 'That the fishermen knew the temperature of the water to half a degree, without an instrument.' },
      { by: '261020', text: 'I was seasick for four hours and would do it again.', likes: ['261002', '261004', '261009'] },
    ],
  },
]

export const oceanHeld: NonNullable<DemoCourse['held']> = [
  { title: 'Lab', days: -20, from: '11:00', absent: ['261018'] },
  { title: 'Lecture', days: -18, from: '11:00', late: ['261007', '261018'], absent: ['261023'] },
  { title: 'Lab', days: -13, from: '11:00', excused: ['261011'], absent: ['261018'] },
  { title: 'Lecture', days: -11, from: '11:00', late: ['261002'], absent: ['261018', '261027'] },
  { title: 'Lab', days: -6, from: '11:00', absent: ['261005'] },
]

export const oceanLive: NonNullable<DemoCourse['live']> = {
  title: 'Guest lecture: what whales hear',
  module: 'Life in the deep',
  days: 3,
  hour: 17,
  minutes: 60,
  address: 'https://meet.example.org/whales',
}
