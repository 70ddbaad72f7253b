// A template: the frame of a seminar, which a teacher copies and fills.
import type { DemoCourse } from './types.ts'

export const seminar: DemoCourse = {
  teacher: 'T1003',
  students: 0,
  template: true,
  name: 'A seminar in twelve weeks',
  code: 'TEMPLATE 1',
  department: 'Mathematics',
  public_scope: 'members',
  language: 'en',
  first: 0,
  cover: 22,
  outline: 'The frame of a seminar: what to say before it begins, what each week needs, and how it ends. Copy it and fill it in.',
  modules: [
    {
      name: 'Before the first week',
      items: [
        {
          type: 'page',
          title: 'Welcome',
          body: '<p>What this seminar is about, in three sentences. Who it is for. What you can do at its end that you cannot do now.</p>',
        },
        {
          type: 'page',
          title: 'How we work',
          body: '<ul><li>When and where we meet</li><li>What to read before each meeting</li><li>How your work is marked, and by when</li></ul>',
        },
      ],
    },
    {
      name: 'Every week',
      items: [
        { type: 'page', title: 'Reading of the week', body: '<p>One text, and two questions to read it with.</p>' },
        {
          type: 'learning_activity',
          title: 'Half a page on the reading',
          points: '5',
          body: '<p>What did you not expect? Where do you disagree? Half a page, the evening before we meet.</p>',
        },
      ],
    },
    {
      name: 'The end',
      items: [
        {
          type: 'learning_activity',
          title: 'Your essay',
          points: '40',
          body: '<p>Six pages on a question of your own. Bring the question to week eight.</p>',
        },
      ],
    },
  ],
}
