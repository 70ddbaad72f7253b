// Parts of the frame that begin after the first paint, in one file of the build.
export { connect } from './hints.ts'
export { Later, ReleaseCheck } from './shell/later.tsx'
