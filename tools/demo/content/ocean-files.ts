// The files beside the content of Marine Biology II: its Resources.
import type { Office, Paper, Plain } from '../documents.ts'

export const oceanFiles: (Paper | Office | Plain)[] = [
  {
    file: 'Lab handbook.pdf',
    title: 'Lab handbook',
    author: 'Dr. Elena Petrova',
    course: 'Marine Biology II',
    sections: [
      {
        heading: 'Before you begin',
        text: [
          'The lab is open on weekdays from 9:00 to 18:00. Nobody works alone in it: two of a team are there, or nobody is.',
          'Salt water and electricity stand on different benches. Whatever was in sea water is rinsed with fresh water and dried before it goes back.',
        ],
      },
      {
        heading: 'Reading a salinometer',
        text: [
          'Rinse the cell three times with the sample, then fill it without bubbles. Wait until the reading stands still for ten seconds.',
          'Write down the temperature with every reading. Measure the standard before the first and after the last sample of the day.',
        ],
      },
    ],
  },
  {
    file: 'CTD stations.xlsx',
    sheet: 'Stations',
    rows: [
      ['Station', 'Latitude', 'Longitude', 'Depth (m)', 'Salinity (g/kg)', 'Temperature (°C)'],
      ['A1', 54.12, 7.91, 38, 32.4, 11.8],
      ['A2', 54.31, 7.42, 41, 33.1, 11.2],
      ['A3', 54.55, 6.98, 44, 33.9, 10.6],
      ['B1', 55.02, 6.35, 52, 34.4, 9.9],
      ['B2', 55.48, 5.71, 61, 34.8, 9.1],
      ['B3', 55.97, 4.96, 78, 35.0, 8.4],
    ],
  },
  {
    file: 'Seminar dates.txt',
    lines: [
      'Seminar, Thursdays 10:00 to 11:30, room 2.14',
      '',
      'Talks: fifteen minutes, then ten for questions.',
      'Slides are sent to Dr. Petrova on the Tuesday before.',
      'Who cannot come swaps with another team and tells both.',
    ],
  },
]
