-- Neovim's own client opens the example, sees findings, completes, goes to a definition, renames and applies an action.
local check = os.getenv('CONFIGDI_CHECK')
local root = os.getenv('CONFIGDI_EXAMPLE')

local function fail(message)
  io.stderr:write('neovim: ' .. message .. '\n')
  vim.cmd('cquit 1')
end

local function expect(what, condition)
  if not condition then fail(what) end
end

local ok, problem = pcall(function()
  vim.o.hidden = true
  vim.cmd('edit ' .. root .. '/app.yaml')
  local buffer = vim.api.nvim_get_current_buf()
  local client = vim.lsp.start_client({ name = 'configdi', cmd = { check, 'lsp', '--log', root .. '/../log' }, root_dir = root })
  vim.lsp.buf_attach_client(buffer, client)
  expect('the server starts', vim.wait(10000, function() return vim.lsp.buf_is_attached(buffer, client) and vim.lsp.get_client_by_id(client) ~= nil end))
  expect('the server is initialized', vim.wait(10000, function()
    local c = vim.lsp.get_client_by_id(client)
    return c and c.server_capabilities and c.server_capabilities.hoverProvider
  end))

  local function line(pattern)
    for number, text in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
      local column = text:find(pattern, 1, true)
      if column then return number, column - 1 end
    end
    fail('no line has ' .. pattern)
  end
  local function go(pattern, offset)
    local number, column = line(pattern)
    vim.api.nvim_win_set_cursor(0, { number, column + (offset or 0) })
  end
  local function ask(method, extra)
    local params = vim.tbl_extend('force', vim.lsp.util.make_position_params(0, 'utf-16'), extra or {})
    local answers = vim.lsp.buf_request_sync(0, method, params, 10000) or {}
    for _, answer in pairs(answers) do
      local problem = answer.err or answer.error
      if problem then return nil, problem.message end
      return answer.result
    end
  end
  local function findings(count)
    return vim.wait(10000, function() return #vim.diagnostic.get(buffer) == count end)
  end

  -- Findings come and go with the text.
  local number = line('factory: httpAPI')
  vim.api.nvim_buf_set_lines(buffer, number - 1, number, false, { '    factory: httpApi' })
  expect('a finding is shown', findings(1))
  expect('it is DI401', vim.diagnostic.get(buffer)[1].code == 'DI401')

  -- A code action mends it.
  go('httpApi')
  local finding = vim.diagnostic.get(buffer)[1].user_data.lsp
  local params = vim.lsp.util.make_range_params(0, 'utf-16')
  params.context = { diagnostics = {} }
  local actions = vim.lsp.buf_request_sync(0, 'textDocument/codeAction', params, 10000)
  local applied = false
  for _, answer in pairs(actions) do
    for _, action in ipairs(answer.result or {}) do
      if not applied and action.isPreferred then
        vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
        applied = true
      end
    end
  end
  expect('an action is offered', applied)
  expect('the finding is gone', findings(0))
  line('factory: httpAPI')

  -- Completion where nothing stands yet.
  number = line('  CredentialsStore: memoryCredentials')
  vim.api.nvim_buf_set_lines(buffer, number - 1, number, false, { '  CredentialsStore: ' })
  vim.api.nvim_win_set_cursor(0, { number, 19 })
  vim.api.nvim_win_set_cursor(0, { number, #'  CredentialsStore: ' })
  local list = ask('textDocument/completion', { position = { line = number - 1, character = 20 } })
  local labels = {}
  for _, item in ipairs(list.items) do labels[item.label] = true end
  expect('factories of the key are offered', labels.memoryCredentials and labels.fileCredentials and not labels.httpAPI)
  vim.api.nvim_buf_set_lines(buffer, number - 1, number, false, { '  CredentialsStore: memoryCredentials' })

  -- Hover and definition, in Swift too.
  go('passwordSessions', 2)
  expect('hover tells the type', vim.inspect(ask('textDocument/hover')):find('Parcels.SessionManager', 1, true))
  local places = ask('textDocument/definition')
  expect('the factory is found in Swift', places[1] and places[1].uri:find('PartsAssembly.swift', 1, true))

  -- Renaming, across files; and a refusal with its reason.
  go('retry.attempts}', 2)
  local edit = ask('textDocument/rename', { newName = 'retry.most' })
  vim.lsp.util.apply_workspace_edit(edit, 'utf-16')
  expect('nothing is wrong after it', findings(0))
  local text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
  expect('the parameter has its new name', text:find('${retry.most}', 1, true) and not text:find('retry.attempts', 1, true))
  go('APIClient, cache', 2)
  local _, reason = ask('textDocument/rename', { newName = 'Other' })
  expect('a Swift type is refused', reason and reason:find('Swift type', 1, true))

  local original = vim.fn.readfile(root .. '/app.yaml')
  local expected = table.concat(original, '\n'):gsub('retry%.attempts', 'retry.most')
  expect('the buffer is what it should be', text == expected)
  vim.lsp.stop_client(client)
end)
if not ok then fail(tostring(problem)) end
print('neovim: findings, action, completion, hover, definition and rename work\n')
vim.cmd('qall!')
