// Academic Writing.
import type { DemoCourse } from './types.ts'

export const academicWriting: DemoCourse = {
  teacher: 'T1004',
  students: 16,
  name: 'Academic Writing',
  code: 'LANG 201',
  department: 'Languages',
  public_scope: 'organisation',
  language: 'en',
  first: 0.8,
  unreviewed: true,
  cover: 17,
  outline: 'From a question to a text that others can use.',
  modules: [
    {
      name: 'A question and an outline',
      items: [
        {
          type: 'page',
          title: 'What a question is',
          body: '<p>A topic is a place; a question is a way through it. <em>Coral reefs</em> is a topic. <em>Why did the reef at Bidong recover and the one at Kapas not?</em> is a question.</p>',
        },
        {
          type: 'material',
          title: 'Outline template',
          due: -35,
          file: {
            file: 'outline-template.docx',
            paragraphs: [
              'Outline',
              'My question, in one sentence:',
              'What is known so far (three sources):',
              'What I will show, in three steps:',
              'What would prove me wrong:',
            ],
          },
        },
        {
          type: 'learning_activity',
          title: 'Hand in your outline',
          due: -21,
          points: '15',
          body: '<p>One page, by the template. Bring two copies to the seminar.</p>',
        },
        {
          type: 'page',
          title: 'How to read an outline',
          body: '<p>Say back in one sentence what you understood. Then ask one question. Praise comes by itself.</p>',
        },
      ],
    },
    {
      name: 'Drafts',
      items: [
        {
          type: 'page',
          title: 'The first sentence',
          due: -7,
          body: '<p>Write it last.</p><blockquote>It is a truth universally acknowledged that the introduction is the hardest part.</blockquote>',
        },
        {
          type: 'learning_activity',
          title: 'Reply to one peer outline',
          due: 5,
          body: '<p>Two paragraphs by e-mail to the author, with a copy to me.</p>',
        },
        {
          type: 'page',
          title: 'Quoting and being quoted',
          body: '<p>Every borrowed idea has a name and a year beside it, also when the words are yours.</p>',
        },
      ],
    },
  ],
}
