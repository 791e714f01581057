-- PostgreSQL's session statements in the words of its version 9.2, which every release understands: no jit and no
-- pg_size_bytes. Without a shared snapshot the consistency check asks its queries one after the other.

-- name: Session.build
SET maintenance_work_mem = '256MB';

-- name: Session.check
SET LOCAL work_mem = '128MB';

-- name: Snapshot.export

-- name: Snapshot.import
