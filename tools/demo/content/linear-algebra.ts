// Linear Algebra.
import { matricesAsked } from './exams.ts'
import type { DemoCourse } from './types.ts'

export const linearAlgebra: DemoCourse = {
  teacher: 'T1003',
  students: 22,
  byClass: true,
  name: 'Linear Algebra',
  code: 'MATH 130',
  department: 'Mathematics',
  public_scope: 'members',
  language: 'en',
  first: 0.5,
  cover: 24,
  outline: 'Vectors, maps between them, and the numbers that say what a map does.',
  asked: matricesAsked,
  ownTimes: { title: 'Week 9 check: eigenvalues', student: '261009', days: 3 },
  modules: [
    {
      name: 'Vectors and spaces',
      items: [
        {
          type: 'page',
          title: 'Before you begin',
          body: '<p>You need school algebra and a pencil. A vector is a step: so far to the right, so far upwards. To add two of them, walk first one and then the other.</p><p>Try it: which steps do you need to reach every point of the plane?</p>',
        },
        {
          type: 'online_video',
          title: 'Vectors, drawn',
          link: 'https://www.youtube.com/watch?v=fNk_zzaMoSs',
          body: '<p>Ten minutes by 3Blue1Brown. Stop it at each picture, and draw the next one yourself before you go on.</p>',
        },
        {
          type: 'material',
          title: 'Worksheet 1: turning and stretching',
          due: -38,
          file: {
            file: 'worksheet-1.pdf',
            title: 'Worksheet 1: turning and stretching',
            author: 'Prof. Daniel Okafor',
            course: 'Linear Algebra',
            sections: [
              {
                heading: 'Exercises',
                text: [
                  '1.  Draw the step (2, 1) and turn it by a right angle. What are its new coordinates? Turn it again. Where is it after four times?',
                  '2.  Write the turn as a matrix, and check that its fourth power changes nothing.',
                  '3.  A map doubles every step to the right and leaves those upwards alone. What becomes of a square, and of a circle?',
                  '4.  Which steps keep their direction under the map of exercise 3? Are there others?',
                ],
              },
              {
                heading: 'Hints',
                text: [
                  '2.  The columns of a matrix are where (1, 0) and (0, 1) go.',
                  '4.  Draw a few and look. A direction that is kept is called an eigenvector.',
                ],
              },
            ],
          },
        },
        {
          type: 'learning_activity',
          title: 'Problem set 1',
          due: -31,
          points: '10',
          body: '<p>Exercises 1 to 4 of the worksheet, on paper, to the box before Hall B.</p>',
        },
        {
          type: 'learning_activity',
          title: 'Problem set 2',
          due: -17,
          points: '10',
          body: '<p>Exercises 5 to 9, on paper, to the box before Hall B.</p>',
        },
      ],
    },
    {
      name: 'Maps and matrices',
      items: [
        {
          type: 'online_video',
          title: 'Change of basis, worked',
          due: -3,
          film: {
            file: 'change-of-basis-worked.mp4',
            kind: 'grid',
            seconds: 120,
            slides: [
              {
                title: 'Change of basis, worked',
                lines: ['Linear Algebra', 'Prof. Daniel Okafor'],
                say: ['The same point, two ways to say where it is.'],
              },
              {
                title: 'Two grids',
                lines: ['One step of ours is two of theirs'],
                say: ['Lay a second grid over the first.', 'Every point has an address in each.'],
              },
              {
                title: 'The matrix between them',
                lines: ['Its columns: their steps, written in ours'],
                say: ['Write their steps in our numbers, as columns.', 'That matrix translates addresses.'],
              },
              { title: 'And back', lines: ['The inverse'], say: ['The inverse translates back.', 'That is all there is to it.'] },
            ],
          },
        },
        {
          type: 'page',
          title: 'The determinant as an area',
          body: `<p>A map takes the unit square to a parallelogram. Its area is the determinant:</p><div data-latex="\\det\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix} = ad - bc">\\det\\begin{pmatrix} a &amp; b \\\\ c &amp; d \\end{pmatrix} = ad - bc</div><p>If it is zero, the square has become a line, and nobody can find the way back.</p>`,
        },
        {
          type: 'learning_activity',
          title: 'Week 9 check: eigenvalues',
          due: 3,
          points: '12',
          body: '<p>Three attempts at the tutor’s desk on Thursday. Bring a matrix of your own.</p>',
        },
        {
          type: 'page',
          title: 'Diagonal at last',
          after: ['Week 9 check: eigenvalues'],
          body: '<p>In the basis of its eigenvectors a map only stretches. Powers become easy, and so do differential equations.</p>',
        },
        { type: 'page', title: 'Ideas for the last week', published: false, body: '<p>Page rank? Or Fourier?</p>' },
      ],
    },
  ],
}
