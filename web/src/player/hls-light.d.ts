// The light build has the same interface as the full one but ships without types.
declare module 'hls.js/light' {
  export * from 'hls.js'
  export { default } from 'hls.js'
}
