// Reef Survey Methods: a small course with fewer seats than people who want to come.
import type { DemoCourse } from './types.ts'

export const reefSurvey: DemoCourse = {
  teacher: 'T1001',
  students: 12,
  from: 1,
  waiting: 3,
  invited: ['261001', '261020'],
  name: 'Reef Survey Methods',
  code: 'MBIO 231',
  department: 'Oceanography',
  public_scope: 'organisation',
  language: 'en',
  first: 0.7,
  cover: 12,
  outline: 'Counting what lives on a reef, with a rope, a slate and one breath at a time. Twelve seats: the boat has no more.',
  modules: [
    {
      name: 'On land',
      items: [
        {
          type: 'page',
          title: 'What a transect is',
          body: '<p>A rope of fifty metres, laid along the reef at one depth. You swim along it and write down what lies below it, and nothing else.</p><p>Two people who swim the same rope should come back with the same numbers. That is the whole method.</p>',
        },
        {
          type: 'page',
          title: 'Forty species on one slate',
          due: -12,
          body: '<p>Learn the fish by their outline and the corals by their branches: colours are gone at ten metres.</p><ul><li>Ten fish that eat algae</li><li>Ten fish that eat coral</li><li>Twenty corals, by shape</li></ul>',
        },
        {
          type: 'learning_activity',
          title: 'Diving medical and swimming test',
          due: -5,
          body: '<p>Hand in both papers at the boat house. Without them nobody goes into the water.</p>',
        },
      ],
    },
    {
      name: 'On the reef',
      items: [
        {
          type: 'page',
          title: 'Where we meet, and what to bring',
          due: 6,
          body: '<p>Pier 3, six in the morning. Bring a hat, two litres of water and a pencil: ink runs.</p>',
        },
        {
          type: 'learning_activity',
          title: 'Your first transect',
          due: 16,
          points: '20',
          body: '<p>Hand in your slate, your table, and one sentence on what you would count differently next time.</p>',
        },
      ],
    },
  ],
}
