import './api-docs-page.css'
import { forMachinesPath, LLMS_TXT_PATH, OPEN_API_PATH } from '../../domain/machine-paths.ts'
import { DocsHeader, type DocsSite } from '../parts/api-docs/docs-header.tsx'
import { anchorOf, endpointsByTag, type OpenApiDocument } from '../parts/api-docs/open-api-document.ts'
import { OperationSection, Ticked } from '../parts/api-docs/operation-section.tsx'
import { publicPart } from '../parts/api-docs/public-part.ts'
import { shownBefore } from '../parts/api-docs/shown-before.ts'

export function ApiDocs({ document, site }: { document: OpenApiDocument; site: DocsSite }) {
  const { provider, cloud } = site
  const groups = endpointsByTag(publicPart(document))
  const known = cloud === undefined ? {} : { cloud: cloud.machine_name, cloudDomain: cloud.domain }
  const before = shownBefore(groups.flatMap(({ endpoints }) => endpoints))
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <DocsHeader site={site} />
      <main className="api-docs" id="main">
        <header className="api-docs-head">
          <h1>{provider} public API</h1>
          <p>
            {document.info.description !== undefined && <Ticked>{document.info.description}</Ticked>} Version{' '}
            {document.info.version}, also available as an <a href={OPEN_API_PATH}>OpenAPI document</a>, which
            includes the endpoints that our own pages use.
          </p>
          <p>
            Summary for AI models: <a href={LLMS_TXT_PATH}>llms.txt</a>.
            {cloud !== undefined && (
              <>
                {' '}
                Badges, the widget and code to copy: <a href={forMachinesPath(cloud.domain)}>Developers</a>.
              </>
            )}
          </p>
        </header>
        <nav className="api-docs-contents" aria-label="Operations">
          {groups.map(({ tag, endpoints }) => (
            <details key={tag}>
              <summary>
                {tag} <span>{endpoints.length}</span>
              </summary>
              <ul>
                {endpoints.map((endpoint) => (
                  <li key={anchorOf(endpoint)}>
                    <a href={`#${anchorOf(endpoint)}`}>{endpoint.path}</a>
                  </li>
                ))}
              </ul>
            </details>
          ))}
        </nav>
        <div className="api-docs-groups">
          {groups.map(({ tag, endpoints }) => (
            <section key={tag} className="api-docs-group">
              <h2>{tag}</h2>
              <TagWords document={document} tag={tag} />
              {endpoints.map((endpoint) => (
                <OperationSection
                  key={anchorOf(endpoint)}
                  endpoint={endpoint}
                  document={document}
                  before={before}
                  known={known}
                />
              ))}
            </section>
          ))}
        </div>
      </main>
    </>
  )
}

function TagWords({ document, tag }: { document: OpenApiDocument; tag: string }) {
  const description = document.tags?.find(({ name }) => name === tag)?.description
  return description === undefined ? null : (
    <p className="api-docs-tag-words">
      <Ticked>{description}</Ticked>
    </p>
  )
}
