import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { FollowedPosts } from '../../contract/follow.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { focusSection, RuledSection } from '../../ui/parts/ruled-section.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import styles from './followed-posts.module.css'

type Posts = FollowedPosts['data']

const NAME = 'followed-posts'

export function FollowedPostsSection() {
  const [posts, setPosts] = useState<Posts>([])
  useEffect(() => {
    let isCurrent = true
    void callAccount('POST /api/follow/posts', {}).then((called) => {
      if (isCurrent && called.kind === 'done') setPosts(called.answer.data)
    })
    return () => {
      isCurrent = false
    }
  }, [])
  if (posts.length === 0) return null

  async function stop(id: number) {
    const called = await callAccount('POST /api/follow/post', { id, action: 'unsubscribe' })
    if (called.kind === 'refused') {
      showToast(called.message, { isProblem: true })
      return
    }
    setPosts(called.answer.data)
    showToast('You no longer follow this post.')
    focusSection(NAME)
  }

  return (
    <RuledSection
      name={NAME}
      title="Posts you follow"
      intro="Until they are resolved, and a while longer in case they are reopened or get a post-mortem."
    >
      <ul className={styles.posts}>
        {posts.map(({ id, title, path, is_closed }) => (
          <li key={id}>
            <span>
              {path === null ? 'A post that was withdrawn' : <Link to={path}>{title}</Link>}
              {is_closed && path !== null && <span className={styles.closed}> · closed</span>}
            </span>
            <button
              type="button"
              className="button"
              aria-label={`Stop following ${title ?? 'the withdrawn post'}`}
              onClick={() => void stop(id)}
            >
              Stop
            </button>
          </li>
        ))}
      </ul>
    </RuledSection>
  )
}
