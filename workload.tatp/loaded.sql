-- The subscribers of one unit of scale are those of the build, or the tables do not fit.
select cast(floor(max(s_id) / :subscribers) as integer) as scale from tatp_subscriber having floor(max(s_id) / :subscribers) * :subscribers = max(s_id)
