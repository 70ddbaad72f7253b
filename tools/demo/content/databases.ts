// Databases.
import type { DemoCourse } from './types.ts'

export const databases: DemoCourse = {
  teacher: 'T1005',
  students: 18,
  name: 'Databases',
  code: 'COMP 220',
  department: 'Mathematics',
  public_scope: 'organisation',
  language: 'en',
  first: 0.37,
  unreviewed: true,
  cover: 11,
  outline: 'Tables, questions to them, and what happens when two people ask at once.',
  modules: [
    {
      name: 'Tables and keys',
      items: [
        {
          type: 'page',
          title: 'One fact in one place',
          body: '<p>If a thing is written twice, one of the two is wrong sooner or later.</p>',
        },
        {
          type: 'online_video',
          title: 'Normal forms in ten minutes',
          due: -28,
          film: {
            file: 'normal-forms-in-ten-minutes.mp4',
            kind: 'grid',
            seconds: 100,
            slides: [
              {
                title: 'Normal forms',
                lines: ['Databases', 'Dr. Budi Santoso'],
                say: ['Three rules, and one sentence to remember them by.'],
              },
              { title: 'The key', lines: ['Every column depends on the key'], say: ['Every column says something about the key,'] },
              { title: 'The whole key', lines: ['Not on a part of it'], say: ['the whole key,'] },
              { title: 'Nothing but the key', lines: ['And not on another column'], say: ['and nothing but the key.'] },
            ],
          },
        },
        {
          type: 'page',
          title: 'Your first join',
          due: -20,
          body: `<p>Which stations were measured twice?</p><pre><code data-language="sql">select s.name, count(*)
from stations s join casts c on c.station_id = s.id
group by s.name
having count(*) &gt; 1;</code></pre>`,
        },
        {
          type: 'learning_activity',
          title: 'Exercise 1: the library',
          due: -12,
          points: '10',
          body: '<p>Draw the tables of a library that lends books, and send the drawing to your tutor.</p>',
        },
      ],
    },
    {
      name: 'Transactions',
      items: [
        {
          type: 'page',
          title: 'All or nothing',
          body: '<p>Money leaves one account and arrives at the other. What if the power fails in between?</p>',
        },
        {
          type: 'page',
          title: 'Two at once',
          due: -2,
          body: '<p>Serialisable means: as if one after the other. Everything weaker is a bargain, and you should know its price.</p>',
        },
        {
          type: 'learning_activity',
          title: 'Exercise 2: a lost update',
          due: 6,
          points: '10',
          body: '<p>Make two sessions lose an update on purpose, then mend it.</p>',
        },
        {
          type: 'page',
          title: 'Indexes',
          after: ['Exercise 2: a lost update'],
          body: '<p>A book without an index is read from the front each time.</p>',
        },
        {
          type: 'learning_activity',
          title: 'Mid-term course survey',
          due: 7,
          criterion: 'read',
          body: '<p>Three minutes, on paper, without your name. The box stands in the lab.</p>',
        },
      ],
    },
  ],
}
