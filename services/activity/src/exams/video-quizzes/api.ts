// The contract table of video quizzes: a film that stops at moments to ask. {id} is the activity's.
import { calls, notOpen } from '../../call-table.ts'
import { ById, Id, nullable, oneOf } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { ActivityUpload, GrantedFiles } from '../../activity/api.ts'
import { Answer, Content, QuestionTypeName } from '../../questions/question-types/api.ts'

export const Subject = Type.Object({
  /** Of the question: the same wherever it stands in the film, and in whichever version. */
  id: Type.String(),
  /** Seconds of the film. */
  at: Type.Number(),
  /** The point of the film to which a wrong answer leads back. */
  back_to: nullable(Type.Number()),
  must: Type.Boolean(),
  section: Type.String(),
  title: Type.String(),
  text: Type.String(),
  type: QuestionTypeName,
  stem: Type.String(),
  content: Content,
  points: Type.String(),
  /** My last answer; null: none. */
  answer: nullable(Answer),
  right: nullable(Type.Boolean()),
  tries_left: Type.Integer(),
})
export type Subject = Static<typeof Subject>

const noQuiz = [...notOpen, 'paper.notOffered'] as const
export const videoQuizCalls = calls({
  'GET /api/video-quizzes/:id': {
    summary: 'A video quiz: its film, and how it is asked; to guests too, who answer nothing',
    may: 'viewCourse',
    at: 'activity',
    anonymous: true,
    params: ById,
    reply: Type.Object({
      id: Type.String(),
      title: Type.String(),
      course_id: Type.String(),
      upload: nullable(ActivityUpload),
      pass_over: oneOf('may_skip', 'must_answer'),
      tries: Type.Integer(),
      questions: Type.Integer(),
      answered: Type.Integer(),
      points: nullable(Type.String()),
      earned: nullable(Type.String()),
    }),
    errors: noQuiz,
  },
  'GET /api/video-quizzes/:id/subjects': {
    summary: 'The questions of a video quiz by their moments, without their keys',
    may: 'viewCourse',
    at: 'activity',
    params: ById,
    reply: Type.Object({ subjects: Type.Array(Subject), upload_ids: Type.Array(Type.String()) }),
    errors: noQuiz,
  },
  'POST /api/video-quizzes/:id/answers': {
    summary: 'Answer a question of a video quiz: what became of it is told at once',
    may: 'viewCourse',
    simulated: 'trial',
    at: 'activity',
    params: ById,
    body: Type.Object({ subject_id: Id, answer: Answer }),
    reply: Type.Object({
      right: Type.Boolean(),
      share: Type.String(),
      parts: Type.Record(Type.String(), oneOf('right', 'wrong', 'partly')),
      feedback: Type.Array(Type.String()),
      general_feedback: Type.String(),
      /** Of the texts that answer it. */
      files: GrantedFiles.properties.items,
      /** Once it is right, or no try is left. */
      solution: nullable(Answer),
      back_to: nullable(Type.Number()),
      tries_left: Type.Integer(),
    }),
    status: 200,
    errors: [...noQuiz, 'subject.notFound', 'videoQuiz.noTriesLeft', 'answer.unfit'],
  },
})
