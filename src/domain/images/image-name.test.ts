import { expect, test } from 'vitest'
import { imageAt, imageName, imagesIn, readImageName } from './image-name.ts'
import { imageAttributes, wrongImageTags } from './image-tag.ts'

const DIGEST = '0123456789abcdef0123456789abcdef'
const NAME = `${DIGEST}-640x480.png`
const SRC = `/images/${NAME}`

test('a name says what the image is, and nothing else is a name', () => {
  const facts = { digest: DIGEST, width: 640, height: 480, type: 'png' as const }
  expect(imageName(facts)).toBe(NAME)
  expect(readImageName(NAME)).toEqual(facts)
  for (const odd of ['', 'x.png', `${NAME}?x`, `../${NAME}`, `${DIGEST}-0x1.png`, `${DIGEST}-1x1.svg`])
    expect(readImageName(odd)).toBeUndefined()
  expect(imageAt(`https://other.example${SRC}`)).toBeUndefined()
})

test('the images of a text are found once each, and longer names are others', () => {
  const other = `${'f'.repeat(32)}-1x1.jpg`
  const html = `<img src="${SRC}" /><a href="/images/${other}">x</a><img src="${SRC}" /><img src="${SRC}x" />`
  expect(imagesIn(html)).toEqual([NAME, other])
  expect(imagesIn('<p>/images/ of us</p>')).toEqual([])
})

test('an image of ours has the size of its name and keeps a missing description', () => {
  expect(imageAttributes({ src: SRC, width: '1', height: '9', loading: 'eager' })).toEqual({
    src: SRC,
    width: '640',
    height: '480',
    loading: 'lazy',
  })
  expect(imageAttributes({ src: SRC, alt: '' })?.alt).toBe('')
  expect(imageAttributes({ src: '/map.png' })).toEqual({ src: '/map.png', alt: '' })
  expect(imageAttributes({ src: 'https://tracker.example/x.png', alt: 'x' })).toBeUndefined()
})

test('a missing description is wrong; an empty one says that the image is decorative', () => {
  expect(wrongImageTags(`<p><img src="${SRC}" width="640" /></p>`)).toContain('no description')
  expect(wrongImageTags(`<p><img src="${SRC}" alt="" /><img src="/map.png" /></p>`)).toBeUndefined()
})
